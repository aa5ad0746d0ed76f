import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type ImportFile, kindOf, requiredText } from '../../../domain/metadata-import/import-file.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import type { FindFile } from '../find-file.ts';
import { elementsOf, textOf, type XmlElement, xmlTree } from './element-tree.ts';
import type { SetFile } from './xml-sets.ts';

/** The XML files of an import by their kind. */
export interface XmlFiles {
  /** Sets to read, each with the file that overrides parts of it. */
  readonly sets: readonly SetFile[];
  readonly valueSpaces: ReadonlyMap<string, XmlElement>;
  /** The files that the sets name and that are not XML. */
  readonly named: ReadonlySet<string>;
}

interface Trees {
  readonly sets: Map<string, XmlElement>;
  readonly indexes: Map<string, XmlElement>;
  readonly valueSpaces: Map<string, XmlElement>;
}

function* readTree(file: ImportFile, trees: Trees, notes: Notes): CooperativeTask<void> {
  const root = yield* xmlTree(file.name, requiredText(file), notes);
  if (root.name === 'metadataset') trees.sets.set(file.name, root);
  else if (root.name === 'metadatasets') trees.indexes.set(file.name, root);
  else if (root.name === 'valuespaces') trees.valueSpaces.set(file.name, root);
  else notes.add(file.name, root.line, 'left-out', `this kind of XML cannot be imported: its root is <${root.name}>`);
}

/** All texts under a name at any depth, as elements or attributes. */
function textsUnder(root: XmlElement, name: string): string[] {
  const attribute = root.attributes[name];
  const inner = elementsOf(root).flatMap((child) => [
    ...(child.name === name ? [textOf(child)] : []),
    ...textsUnder(child, name),
  ]);
  return attribute === undefined ? inner : [attribute, ...inner];
}

const isOverride = (path: string): boolean => /_override\.xml$/i.test(path);
const overrideOf = (path: string): string => path.replace(/\.xml$/i, '_override.xml');

/** Reads the files that other files refer to. Returns the names of files that are not XML. */
function* readReferences(
  files: ReadonlyMap<string, ImportFile>,
  trees: Trees,
  find: FindFile,
  notes: Notes,
): CooperativeTask<Set<string>> {
  const known = new Set([...trees.sets.keys(), ...trees.indexes.keys(), ...trees.valueSpaces.keys()]);
  const named = new Set<string>();
  const take = function* (path: string | undefined): CooperativeTask<void> {
    const file = path === undefined || known.has(path) ? undefined : files.get(path);
    if (file === undefined) return;
    known.add(file.name);
    if (kindOf(file) === 'xml') yield* readTree(file, trees, notes);
    else named.add(file.name);
  };
  for (const [path, index] of trees.indexes) {
    for (const name of elementsOf(index).map(textOf)) yield* take(find(name, path));
  }
  for (const path of [...trees.sets.keys()]) if (!isOverride(path)) yield* take(overrideOf(path));
  for (const [path, root] of [...trees.sets]) {
    for (const name of textsUnder(root, 'valuespace')) yield* take(find(name, path));
  }
  return named;
}

/** The sets that an index names. */
function namedByIndexes(trees: Trees, find: FindFile, notes: Notes): Set<string> {
  const named = new Set<string>();
  for (const [path, index] of trees.indexes) {
    for (const element of elementsOf(index)) {
      const { name, line } = element;
      const file = find(textOf(element), path);
      if (name !== 'metadataset') notes.add(path, line, 'unknown', `an element <${name}> in <${index.name}>`);
      else if (file !== undefined && trees.sets.has(file)) named.add(file);
      else notes.add(path, line, 'left-out', 'a set whose file is not among the imported files');
    }
  }
  return named;
}

/** The sets to read: all, or those that an index names. Reports the others. */
function setFiles(trees: Trees, find: FindFile, notes: Notes): SetFile[] {
  const named = trees.indexes.size === 0 ? undefined : namedByIndexes(trees, find, notes);
  const read: SetFile[] = [];
  for (const [path, root] of trees.sets) {
    if (isOverride(path)) continue;
    if (named?.has(path) === false) notes.add(path, null, 'left-out', 'the index does not name this set');
    else read.push({ root, override: trees.sets.get(overrideOf(path)) });
  }
  const overriding = new Set(read.map(({ override }) => override?.file));
  for (const path of trees.sets.keys()) {
    if (!isOverride(path) || overriding.has(path)) continue;
    notes.add(path, null, 'left-out', 'it overrides a set that is not among the files; import both together');
  }
  return read;
}

/** Reads the imported XML files, and the files next to them that they refer to. */
export function* readXmlFiles(
  files: ReadonlyMap<string, ImportFile>,
  find: FindFile,
  notes: Notes,
): CooperativeTask<XmlFiles> {
  const trees: Trees = { sets: new Map(), indexes: new Map(), valueSpaces: new Map() };
  for (const file of files.values()) {
    if (!file.beside && kindOf(file) === 'xml') yield* readTree(file, trees, notes);
  }
  const named = yield* readReferences(files, trees, find, notes);
  return { sets: setFiles(trees, find, notes), valueSpaces: trees.valueSpaces, named };
}
