import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForeignFiles } from '../../src/adapters/metadata-import/foreign-files.ts';
import { runNow } from '../../src/base/scheduling/cooperative-task.ts';
import type { ImportFile } from '../../src/domain/metadata-import/import-file.ts';
import { createNotes } from '../../src/domain/metadata-import/notes.ts';
import { programDictionary } from './bare-repository.ts';

/** Samples of metadata sets, written for the tests: every element and attribute of either XML form. */
export const metadataSamples = fileURLToPath(new URL('./metadata-files', import.meta.url));

/** All files of a folder, as an import brings them. */
export function filesOf(folder: string): ImportFile[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ name: path.slice(folder.length + 1), bytes: readFileSync(path), beside: false }));
}

/** A file with this text. */
export const fileWith = (name: string, text: string, beside = false): ImportFile => ({
  name,
  bytes: Buffer.from(text),
  beside,
});

/** What an import of these files understands, and what it tells. */
export function understand(files: readonly ImportFile[], id?: string) {
  const notes = createNotes();
  const { shortName } = programDictionary;
  const understood = runNow(readForeignFiles(files, { notes, shortName, id, takenIds: new Set() }));
  return { ...understood, notes: notes.all(), moreNotes: notes.more() };
}
