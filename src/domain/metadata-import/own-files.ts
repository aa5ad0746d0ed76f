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
 * Reads the files of our own form that were brought, and, beside them, the value lists that their sets refer to
 * (`values/ID.yaml`). Rejects as `read` does.
 */
export async function readOwnFiles(files: readonly ImportFile[], read: ReadText): Promise<ImportResult> {
  const sets: ReadSet[] = [];
  const lists: ReadList[] = [];
  const own = files.filter((file) => kindOf(file) === 'own');
  const take = async (file: ImportFile): Promise<void> => {
    const found = await read(requiredText(file), file.name, idOf(file.name));
    sets.push(
      ...found.sets.map((set) => ({ file: file.name, form: 'edu-repo' as const, set, text: found.texts.get(set) })),
    );
    lists.push(
      ...found.valueLists.map((list) => ({
        file: file.name,
        form: 'edu-repo' as const,
        list,
        text: found.texts.get(list),
      })),
    );
  };
  for (const file of own) if (!file.beside) await take(file);
  const known = new Set(lists.map(({ list }) => list.id));
  const wanted = new Set(sets.flatMap(({ set }) => valueListsOf(set)).filter((id) => !known.has(id)));
  for (const file of own) {
    if (file.beside && wanted.has(baseName(file.name).replace(/\.[^.]*$/, ''))) await take(file);
  }
  return { sets, lists };
}
