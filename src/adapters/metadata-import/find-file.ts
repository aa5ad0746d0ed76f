import { baseName, folderOf } from '../../domain/metadata-import/import-file.ts';

/** Finds the file that another file (`from`) refers to by its name or by a path on another machine. Undefined if there is none. */
export type FindFile = (name: string, from: string) => string | undefined;

/** Compares file names without regard to case. Prefers files in the folder of the referring file. */
export function createFindFile(paths: Iterable<string>): FindFile {
  const byBaseName = new Map<string, string[]>();
  for (const path of paths) {
    const base = baseName(path).toLowerCase();
    byBaseName.set(base, [...(byBaseName.get(base) ?? []), path]);
  }
  return (name, from) => {
    const candidates = byBaseName.get(baseName(name).toLowerCase()) ?? [];
    return candidates.find((path) => folderOf(path) === folderOf(from)) ?? candidates[0];
  };
}
