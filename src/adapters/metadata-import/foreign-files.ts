import type { CooperativeTask } from '../../base/scheduling/cooperative-task.ts';
import type { ValueList } from '../../domain/metadata/value-list.ts';
import { freeId } from '../../domain/metadata-import/ids.ts';
import { type ImportFile, kindOf, requiredText, textOfFile } from '../../domain/metadata-import/import-file.ts';
import type { ImportResult, ReadList, ReadSet } from '../../domain/metadata-import/import-result.ts';
import type { Notes } from '../../domain/metadata-import/notes.ts';
import type { ForeignFormatOptions } from '../../ports/metadata-formats.ts';
import { createBundles } from './bundles.ts';
import { createFindFile } from './find-file.ts';
import { skosValueLists } from './skos/skos.ts';
import { createValueSpaces, spacesOf } from './xml/value-spaces.ts';
import { readXmlFiles, type XmlFiles } from './xml/xml-files.ts';
import { readXmlSet, type XmlSetParts } from './xml/xml-sets.ts';

function bundleTexts(files: readonly ImportFile[], notes: Notes): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if (kindOf(file) !== 'bundle') continue;
    const text = textOfFile(file);
    if (text === undefined)
      notes.add(file.name, null, 'left-out', 'it is not a text file, although its extension is that of one');
    else texts.set(file.name, text);
  }
  return texts;
}

/** The value lists of all vocabularies that are imported or that a set names. Adds their IDs to `takenIds`. */
function* vocabularyLists(
  files: readonly ImportFile[],
  named: ReadonlySet<string>,
  notes: Notes,
  takenIds: Set<string>,
): CooperativeTask<Map<string, readonly ValueList[]>> {
  const lists = new Map<string, readonly ValueList[]>();
  for (const file of files) {
    if (kindOf(file) !== 'turtle' || (file.beside && !named.has(file.name))) continue;
    const valueLists = yield* skosValueLists(file.name, requiredText(file), notes);
    lists.set(
      file.name,
      valueLists.map((list) => ({ ...list, id: freeId(list.id, takenIds) })),
    );
  }
  return lists;
}

/** The lists of value-space files that are imported without a set. */
function* looseValueSpaces(parts: Omit<XmlSetParts, 'fileOf' | 'id'>): CooperativeTask<ReadList[]> {
  const lists: ReadList[] = [];
  for (const [file, root] of parts.trees) {
    const valueSpaces = createValueSpaces({ ...parts, others: new Map(), idPrefix: '', fileOf: () => file });
    for (const { property } of spacesOf(root, parts.notes, parts.shortName)) {
      const properties = property === undefined ? [] : [property];
      valueSpaces.request({ file, properties, bundle: undefined, prefix: undefined });
    }
    for (const read of yield* valueSpaces.lists()) lists.push({ ...read, form: 'value-space' });
  }
  return lists;
}

function reportUnused(files: readonly ImportFile[], xml: XmlFiles, used: ReadonlySet<string>, notes: Notes): void {
  for (const { name, beside } of files) {
    if (beside) continue;
    if (kindOf({ name }) === 'none') notes.add(name, null, 'left-out', 'files with this extension cannot be imported');
    if (xml.sets.length > 0 && xml.valueSpaces.has(name) && !used.has(name)) {
      notes.add(name, null, 'left-out', 'no field refers to this value-space file');
    }
  }
}

/** Implements the port `ReadForeignFiles`. */
export function* readForeignFiles(
  files: readonly ImportFile[],
  parts: ForeignFormatOptions,
): CooperativeTask<ImportResult> {
  const { notes, takenIds } = parts;
  const find = createFindFile(files.map(({ name }) => name));
  const xml = yield* readXmlFiles(new Map(files.map((file) => [file.name, file])), find, notes);
  const others = yield* vocabularyLists(files, xml.named, notes, takenIds);
  const lists: ReadList[] = [...others].flatMap(([file, valueLists]) =>
    valueLists.map((list) => ({ file, form: 'skos' as const, list })),
  );
  const bundles = createBundles(bundleTexts(files, notes));
  const common = { ...parts, bundles, trees: xml.valueSpaces, others };
  const sets: ReadSet[] = [];
  const used = new Set<string>();
  for (const setFile of xml.sets) {
    const { file } = setFile.root;
    const fileOf = (name: string): string | undefined => {
      const path = find(name, file);
      if (path !== undefined) used.add(path);
      return path;
    };
    const id = xml.sets.length === 1 ? parts.id : undefined;
    const read = yield* readXmlSet(setFile, { ...common, fileOf, id });
    sets.push({ file, form: 'xml', set: read.set });
    lists.push(...read.lists.map((list) => ({ ...list, form: 'value-space' as const })));
  }
  if (sets.length === 0) lists.push(...(yield* looseValueSpaces(common)));
  reportUnused(files, xml, used, notes);
  return { sets, lists };
}
