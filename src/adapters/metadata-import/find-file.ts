import { baseName, folderOf } from '../../domain/metadata-import/import-file.ts';

/** Finds the file that another one (`from`) names by its name or a path of some other machine; undefined where none is there. */
export type FindFile = (name: string, from: string) => string | undefined;

/** Finds by the last part of a path, whatever its case; those in the folder of the other file come first. */
export function createFindFile(paths: Iterable<string>): FindFile {
  const byBase = new Map<string, string[]>();
  for (const path of paths) {
    const base = baseName(path).toLowerCase();
    byBase.set(base, [...(byBase.get(base) ?? []), path]);
  }
  return (name, from) => {
    const found = byBase.get(baseName(name).toLowerCase()) ?? [];
    return found.find((path) => folderOf(path) === folderOf(from)) ?? found[0];
  };
}
