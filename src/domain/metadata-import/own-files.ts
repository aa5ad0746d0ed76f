import type { MetadataCollection } from '../metadata/metadata-set.ts';
import { idOf } from './ids.ts';
import { baseName, type ImportFile, kindOf, requiredText } from './import-file.ts';
import type { ImportResult, ReadList, ReadSet } from './import-result.ts';
import { valueListsOf } from './set-fields.ts';

/** As `MetadataTexts.read`. */
type ReadText = (
  text: string,
  file: string,
  ownId: string,
) => Promise<MetadataCollection & { readonly texts: ReadonlyMap<object, string> }>;

/**
 * Reads the files in edu-repo's own format, and the value lists next to them (`values/ID.yaml`) that their sets refer to.
 * Rejects like `read`.
 */
export async function readOwnFiles(files: readonly ImportFile[], read: ReadText): Promise<ImportResult> {
  const sets: ReadSet[] = [];
  const lists: ReadList[] = [];
  const own = files.filter((file) => kindOf(file) === 'own');
  const add = async (file: ImportFile): Promise<void> => {
    const collection = await read(requiredText(file), file.name, idOf(file.name));
    sets.push(
      ...collection.sets.map((set) => ({
        file: file.name,
        form: 'edu-repo' as const,
        set,
        text: collection.texts.get(set),
      })),
    );
    lists.push(
      ...collection.valueLists.map((list) => ({
        file: file.name,
        form: 'edu-repo' as const,
        list,
        text: collection.texts.get(list),
      })),
    );
  };
  for (const file of own) if (!file.beside) await add(file);
  const known = new Set(lists.map(({ list }) => list.id));
  const referenced = new Set(sets.flatMap(({ set }) => valueListsOf(set)).filter((id) => !known.has(id)));
  for (const file of own) {
    if (file.beside && referenced.has(baseName(file.name).replace(/\.[^.]*$/, ''))) await add(file);
  }
  return { sets, lists };
}
