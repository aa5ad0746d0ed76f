import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import type { Captions, ValueEntry, ValueList } from '../../../domain/metadata/value-list.ts';
import { freeId, idOf } from '../../../domain/metadata-import/ids.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import type { Bundles } from '../bundles.ts';
import { cutCircles, type Link } from '../cut-cycles.ts';
import { elementsOf, textOf, type XmlElement } from './element-tree.ts';

/** A value list that a field asks for, as its files name it. */
export interface ValueSpaceRequest {
  /** A file name, or a path to it. */
  readonly file: string;
  /** The properties under which it may stand in that file, the likeliest first; short names. */
  readonly properties: readonly string[];
  readonly bundle: string | undefined;
  /** What stands before a key in the bundle. */
  readonly prefix: string | undefined;
}

export interface ValueSpaces {
  /** The id of the list that answers a request; undefined where there is none, with the reason. */
  request(request: ValueSpaceRequest): { readonly id: string } | { readonly problem: string };
}

/** Where requests are answered from, and what they come to. */
export interface ValueSpaceHome extends ValueSpaces {
  /** All that were asked for, with what their files say. */
  lists(): CooperativeTask<{ readonly file: string; readonly list: ValueList }[]>;
}

/** One `<valuespace>`. */
interface Space {
  readonly element: XmlElement;
  readonly property: string | undefined;
}

interface Asked {
  readonly id: string;
  readonly space: Space;
  readonly bundle: string | undefined;
  readonly prefix: string;
}

interface ValueSpaceParts {
  readonly notes: Notes;
  readonly bundles: Bundles;
  readonly shortName: (name: string) => string | undefined;
  /** The file of a name, as those who refer to it write it. */
  readonly fileOf: (name: string) => string | undefined;
  /** Roots of value-space files. */
  readonly trees: ReadonlyMap<string, XmlElement>;
  /** Lists of other files, such as vocabularies in Turtle, by file. */
  readonly others: ReadonlyMap<string, readonly ValueList[]>;
  /** What the ids of lists begin with. */
  readonly idPrefix: string;
  readonly takenIds: Set<string>;
}

const spaceAttributes = new Set(['property']);
const keyAttributes = new Set(['cap', 'parent']);

function tellUnknown(element: XmlElement, known: ReadonlySet<string>, notes: Notes): void {
  for (const name of Object.keys(element.attributes)) {
    if (known.has(name)) continue;
    notes.add(element.file, element.line, 'unknown', `an attribute «${name}» of <${element.name}>`);
  }
}

/** The spaces of a file, by their property. */
export function spacesOf(root: XmlElement, notes: Notes, shortName: ValueSpaceParts['shortName']): Space[] {
  tellUnknown(root, new Set(), notes);
  return elementsOf(root).flatMap((element) => {
    if (element.name !== 'valuespace') {
      notes.add(element.file, element.line, 'unknown', `an element <${element.name}> in <${root.name}>`);
      return [];
    }
    tellUnknown(element, spaceAttributes, notes);
    const name = element.attributes['property'];
    return [{ element, property: name === undefined ? undefined : (shortName(name) ?? name) }];
  });
}

/** The labels of a key: from the bundle, else as the file says, else none, so that the key is shown. */
function labelsOf(element: XmlElement, key: string, asked: Asked, bundles: Bundles): Captions | undefined {
  const own = element.attributes['cap'];
  return (
    bundles.captions(asked.bundle, `${asked.prefix}${key}`) ??
    (own === undefined || own === '' ? undefined : (bundles.captions(asked.bundle, own) ?? new Map([['und', own]])))
  );
}

function* entriesOf(asked: Asked, parts: ValueSpaceParts): CooperativeTask<ValueEntry[]> {
  const { notes, bundles } = parts;
  const entries = new Map<string, ValueEntry>();
  const parents = new Map<string, Link>();
  yield* forEachCooperatively(elementsOf(asked.space.element), (element) => {
    const { file, line, name, attributes } = element;
    if (name !== 'key') return notes.add(file, line, 'unknown', `an element <${name}> in <valuespace>`);
    tellUnknown(element, keyAttributes, notes);
    for (const inner of elementsOf(element))
      notes.add(file, inner.line, 'unknown', `an element <${inner.name}> in <key>`);
    const key = textOf(element);
    if (key === '') return notes.add(file, line, 'left-out', 'a <key> without a value');
    if (entries.has(key))
      return notes.add(file, line, 'left-out', 'a <key> that stands here twice; the first one holds');
    const caption = labelsOf(element, key, asked, bundles);
    entries.set(key, caption === undefined ? { key } : { key, caption });
    const parent = attributes['parent']?.trim() ?? '';
    if (parent !== '') parents.set(key, { address: parent, line });
  });
  const { file } = asked.space.element;
  for (const [key, { address, line }] of parents) {
    if (entries.has(address)) continue;
    notes.add(file, line, 'left-out', 'a parent that is no key here; the entry stands at the top');
    parents.delete(key);
  }
  yield* cutCircles(parents, file, notes);
  const inTree: ValueEntry[] = [];
  yield* forEachCooperatively(entries.values(), (entry) => {
    const parent = parents.get(entry.key)?.address;
    inTree.push(parent === undefined ? entry : { ...entry, parent });
  });
  return inTree;
}

function spaceFor(spaces: readonly Space[], properties: readonly string[]): Space | undefined {
  for (const property of properties) {
    const found = spaces.find((space) => space.property === property);
    if (found !== undefined) return found;
  }
  return spaces.length === 1 ? spaces[0] : undefined;
}

/**
 * Answers requests for value lists from the value-space files of an import. A list is made once for each space, bundle
 * and prefix; its id is made of the file's name, and of the property where the file has several.
 */
export function createValueSpaces(parts: ValueSpaceParts): ValueSpaceHome {
  const { notes, trees, others, fileOf, shortName, idPrefix, takenIds } = parts;
  const spaces = new Map([...trees].map(([file, root]) => [file, spacesOf(root, notes, shortName)]));
  const asked = new Map<string, Asked>();

  const ask = (file: string, space: Space, { bundle, prefix = '' }: ValueSpaceRequest): string => {
    const key = JSON.stringify([file, space.element.line, space.property, bundle, prefix]);
    const known = asked.get(key);
    if (known !== undefined) return known.id;
    const several = (spaces.get(file)?.length ?? 0) > 1;
    const name = several ? `${idOf(file)}-${idOf(space.property?.split(':').at(-1) ?? '')}` : idOf(file);
    const id = freeId(`${idPrefix}${name}`, takenIds);
    asked.set(key, { id, space, bundle, prefix });
    return id;
  };

  return {
    request(request) {
      if (/^https?:/.test(request.file))
        return { problem: 'it stands on the web, and an import looks nothing up there' };
      const file = fileOf(request.file);
      const [other] = (file === undefined ? undefined : others.get(file)) ?? [];
      if (other !== undefined) return { id: other.id };
      const known = file === undefined ? undefined : spaces.get(file);
      if (file === undefined || known === undefined) return { problem: 'the file is not among those brought' };
      const space = spaceFor(known, request.properties);
      if (space === undefined)
        return { problem: `the file has no <valuespace> for ${request.properties.join(' or ')}` };
      return { id: ask(file, space, request) };
    },
    *lists() {
      const lists: { readonly file: string; readonly list: ValueList }[] = [];
      for (const request of asked.values()) {
        const { property, element } = request.space;
        const entries = yield* entriesOf(request, parts);
        const list = { id: request.id, ...(property === undefined ? {} : { property }), entries };
        lists.push({ file: element.file, list });
      }
      return lists;
    },
  };
}
