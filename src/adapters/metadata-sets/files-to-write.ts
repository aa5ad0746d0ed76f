import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';
import type { FileToWrite } from './write-files.ts';
import { textWithComments } from './write-text.ts';

/** The text of a file; undefined if there is no file. */
async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // A folder with this name has no text. Writing the file will fail.
    if (['ENOENT', 'EISDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** An import must not overwrite a file with a mistake, because it contains an administrator's work. */
export function refuseMistaken(paths: readonly string[], mistakes: readonly MetadataProblem[]): void {
  for (const path of paths) {
    const problem = mistakes.find(({ location }) => location === path || location.startsWith(`${path}:`));
    if (problem === undefined) continue;
    throw new RepositoryError(
      'Conflict',
      `${path} has a mistake and would be overwritten: ${problem.location}: ${problem.message}. Correct the file or move it away. Nothing was imported.`,
    );
  }
}

/** The files of sets or value lists, with the comments of the imported text or, if it has none, of the existing file. */
export async function filesOf<T extends { readonly id: string }>(
  items: readonly T[],
  folder: string,
  imported: ReadonlyMap<string, string>,
  write: (item: T, earlier: string | undefined) => Promise<string>,
): Promise<FileToWrite[]> {
  const files: FileToWrite[] = [];
  for (const item of items) {
    const name = `${item.id}.yaml`;
    const earlier = textWithComments([imported.get(item.id), await textAt(join(folder, name))]);
    files.push({ folder, name, text: await write(item, earlier) });
  }
  return files;
}

/**
 * The changed files, each preceded by a backup copy of the file that it replaces. The name of a copy contains the time and
 * ends in `.bak`, so that it is not read as a set.
 */
export async function withCopies(files: readonly FileToWrite[], now: Date): Promise<FileToWrite[]> {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  const changed: FileToWrite[] = [];
  for (const file of files) {
    const before = await textAt(join(file.folder, file.name));
    if (before === file.text) continue;
    if (before !== undefined) changed.push({ ...file, name: `${file.name}.${time}.bak`, text: before });
    changed.push(file);
  }
  return changed;
}
