import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { commandReference, generatedDocuments, locationOf } from './documents.ts';
import { manPagesOf } from './manual/man-pages.ts';
import { readManual } from './manual/manual.ts';

/** Where the packed release takes the man pages from: `man` in package.json. */
const manFolder = new URL('../../man/', import.meta.url);

async function write(): Promise<void> {
  for (const document of [...generatedDocuments, await commandReference()]) {
    writeFileSync(locationOf(document), document.text());
  }
  rmSync(manFolder, { recursive: true, force: true });
  mkdirSync(manFolder);
  for (const { file, text } of manPagesOf(await readManual())) writeFileSync(new URL(file, manFolder), text);
}

await write();
