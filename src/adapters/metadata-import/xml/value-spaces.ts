import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import { anyLanguage, type Captions, type ValueEntry, type ValueList } from '../../../domain/metadata/value-list.ts';
import { freeId, idOf } from '../../../domain/metadata-import/ids.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import type { Bundles } from '../bundles.ts';
import { cutCycles, type Link } from '../cut-cycles.ts';
import { elementsOf, textOf, type XmlElement } from './element-tree.ts';

/** A value list that a field requests. */
interface ValueSpaceRequest {
  /** A file name, or a path to it. */
  readonly file: string;
  /** Short names of the properties under which the list may be in that file, the likeliest first. */
  readonly properties: readonly string[];
  readonly bundle: string | undefined;
  /** The prefix of the keys in the bundle. */
  readonly prefix: string | undefined;
}

export interface ValueSpaces {
  /** The ID of the requested list, or why there is none. */
  request(request: ValueSpaceRequest): { readonly id: string } | { readonly problem: string };
}

/** A value list, and the file that contains it. */
export interface FileList {
  readonly file: string;
  readonly list: ValueList;
}

interface RequestedLists extends ValueSpaces {
  /** All requested lists with their entries. */
  lists(): CooperativeTask<FileList[]>;
}

/** One `<valuespace>`. */
interface Space {
  readonly element: XmlElement;
  readonly property: string | undefined;
}

interface RequestedList {
  readonly id: string;
  readonly space: Space;
  readonly bundle: string | undefined;
  readonly prefix: string;
}

export interface ValueSpaceParts {
  readonly notes: Notes;
  readonly bundles: Bundles;
  readonly shortName: (name: string) => string | undefined;
  /** The file that a reference names; undefined if it is not imported. */
  readonly fileOf: (name: string) => string | undefined;
  /** Roots of value-space files. */
  readonly trees: ReadonlyMap<string, XmlElement>;
  /** Lists of other files, such as vocabularies in Turtle, by file. */
  readonly others: ReadonlyMap<string, readonly ValueList[]>;
  /** The prefix of the list IDs. */
  readonly idPrefix: string;
  readonly takenIds: Set<string>;
}

const spaceAttributes = new Set(['property']);
const keyAttributes = new Set(['cap', 'parent']);

function reportUnknown(element: XmlElement, known: ReadonlySet<string>, notes: Notes): void {
  for (const name of Object.keys(element.attributes)) {
    if (known.has(name)) continue;
    notes.add(element.file, element.line, 'unknown', `an attribute "${name}" of <${element.name}>`);
  }
}

/** The spaces of a file, by their property. */
export function spacesOf(root: XmlElement, notes: Notes, shortName: ValueSpaceParts['shortName']): Space[] {
  reportUnknown(root, new Set(), notes);
  return elementsOf(root).flatMap((element) => {
    if (element.name !== 'valuespace') {
      notes.add(element.file, element.line, 'unknown', `an element <${element.name}> in <${root.name}>`);
      return [];
    }
    reportUnknown(element, spaceAttributes, notes);
    const name = element.attributes['property'];
    return [{ element, property: name === undefined ? undefined : (shortName(name) ?? name) }];
  });
}

/** The captions of a key: from the bundle, or else from the file. Without captions, clients show the key. */
function captionsOf(element: XmlElement, key: string, request: RequestedList, bundles: Bundles): Captions | undefined {
  const own = element.attributes['cap'];
  return (
    bundles.captions(request.bundle, `${request.prefix}${key}`) ??
    (own === undefined || own === ''
      ? undefined
      : (bundles.captions(request.bundle, own) ?? new Map([[anyLanguage, own]])))
  );
}

function* entriesOf(request: RequestedList, parts: ValueSpaceParts): CooperativeTask<ValueEntry[]> {
  const { notes, bundles } = parts;
  const entries = new Map<string, ValueEntry>();
  const parents = new Map<string, Link>();
  yield* forEachCooperatively(elementsOf(request.space.element), (element) => {
    const { file, line, name, attributes } = element;
    if (name !== 'key') return notes.add(file, line, 'unknown', `an element <${name}> in <valuespace>`);
    reportUnknown(element, keyAttributes, notes);
    for (const inner of elementsOf(element))
      notes.add(file, inner.line, 'unknown', `an element <${inner.name}> in <key>`);
    const key = textOf(element);
    if (key === '') return notes.add(file, line, 'left-out', 'a <key> without a value');
    if (entries.has(key)) return notes.add(file, line, 'left-out', 'a duplicate <key>; the first one is used');
    entries.set(key, { key, caption: captionsOf(element, key, request, bundles) });
    const parent = attributes['parent']?.trim() ?? '';
    if (parent !== '') parents.set(key, { address: parent, line });
  });
  const { file } = request.space.element;
  for (const [key, { address, line }] of parents) {
    if (entries.has(address)) continue;
    notes.add(file, line, 'left-out', 'a parent that is not a key of this list; the entry becomes a top-level entry');
    parents.delete(key);
  }
  yield* cutCycles(parents, file, notes);
  const inTree: ValueEntry[] = [];
  yield* forEachCooperatively(entries.values(), (entry) => {
    const parent = parents.get(entry.key)?.address;
    inTree.push(parent === undefined ? entry : { ...entry, parent });
  });
  return inTree;
}

function* listOf(request: RequestedList, parts: ValueSpaceParts): CooperativeTask<FileList> {
  const { property, element } = request.space;
  return { file: element.file, list: { id: request.id, property, entries: yield* entriesOf(request, parts) } };
}

function spaceFor(spaces: readonly Space[], properties: readonly string[]): Space | undefined {
  for (const property of properties) {
    const match = spaces.find((space) => space.property === property);
    if (match !== undefined) return match;
  }
  return spaces.length === 1 ? spaces[0] : undefined;
}

/**
 * Creates the requested value lists from the value-space files of an import, one for each space, bundle and prefix. The ID
 * of a list is derived from the name of its file, and from the property if the file has several lists.
 */
export function createValueSpaces(parts: ValueSpaceParts): RequestedLists {
  const { notes, trees, others, fileOf, shortName, idPrefix, takenIds } = parts;
  const spaces = new Map([...trees].map(([file, root]) => [file, spacesOf(root, notes, shortName)]));
  const requested = new Map<string, RequestedList>();

  const listIdFor = (file: string, space: Space, { bundle, prefix = '' }: ValueSpaceRequest): string => {
    const key = JSON.stringify([file, space.element.line, space.property, bundle, prefix]);
    const known = requested.get(key);
    if (known !== undefined) return known.id;
    const several = (spaces.get(file)?.length ?? 0) > 1;
    const name = several ? `${idOf(file)}-${idOf(space.property?.split(':').at(-1) ?? '')}` : idOf(file);
    const id = freeId(`${idPrefix}${name}`, takenIds);
    requested.set(key, { id, space, bundle, prefix });
    return id;
  };

  return {
    request(request) {
      if (/^https?:/.test(request.file))
        return { problem: 'it is a web address, and an import does not load files from the web' };
      const file = fileOf(request.file);
      const [other] = (file === undefined ? undefined : others.get(file)) ?? [];
      if (other !== undefined) return { id: other.id };
      const known = file === undefined ? undefined : spaces.get(file);
      if (file === undefined || known === undefined) return { problem: 'the file is not among the imported files' };
      const space = spaceFor(known, request.properties);
      if (space === undefined)
        return { problem: `the file has no <valuespace> for ${request.properties.join(' or ')}` };
      return { id: listIdFor(file, space, request) };
    },
    *lists() {
      const lists: FileList[] = [];
      for (const request of requested.values()) lists.push(yield* listOf(request, parts));
      return lists;
    },
  };
}
