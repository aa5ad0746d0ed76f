import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readText } from '../../../src/adapters/texts/read-text.ts';
import { fromPdf } from '../../../src/adapters/thumbnails/pdf-page.ts';
import { pdfOf } from '../../support/written-documents.ts';

let folder = '';
/** What was opened and not yet given back, of each kind; and how many libraries there were. */
const open = { libraries: 0, documents: 0 };
let libraries = 0;

/** Has it counted when such a thing is given back. */
function countUntilDestroyed(thing: { destroy(): void }, kind: keyof typeof open): void {
  open[kind] += 1;
  const destroy = thing.destroy.bind(thing);
  thing.destroy = () => {
    open[kind] -= 1;
    destroy();
  };
}

const init = PDFiumLibrary.init.bind(PDFiumLibrary);
vi.spyOn(PDFiumLibrary, 'init').mockImplementation(async () => {
  const library = await init();
  libraries += 1;
  countUntilDestroyed(library, 'libraries');
  const load = library.loadDocument.bind(library);
  library.loadDocument = async (bytes) => {
    const document = await load(bytes);
    countUntilDestroyed(document, 'documents');
    return document;
  };
  return library;
});
afterAll(() => vi.restoreAllMocks());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-text-'));
  libraries = 0;
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  expect(open).toEqual({ libraries: 0, documents: 0 });
});

async function read(bytes: Buffer, time = 60_000) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return readText('pdf', path, time);
}

const words = Array.from({ length: 450 }, (_, at) => `Seite${at + 1}`);

test('all pages are read in their order, and what was opened for them is given back', async () => {
  expect(await read(pdfOf(...words))).toEqual({ text: words.join('\n'), cut: false, said: {} });
  expect(libraries).toBe(3);
});

test('what was opened is given back, too, where there is time for a part only', async () => {
  expect(await read(pdfOf('Anfang', 'Ende'), 0)).toEqual({ text: 'Anfang', cut: true, said: {} });
  expect(libraries).toBe(1);
});

test('a library is given back that could not open the file', async () => {
  expect(await read(Buffer.from('%PDF-1.4 and nothing more'))).toEqual({ text: null, why: 'damaged', said: {} });
  expect(libraries).toBe(1);
});

test('what a picture of the first page takes is given back, and the picture stays', async () => {
  expect(await fromPdf(pdfOf('Anfang'))).toMatchObject({ made: { large: { width: 1200, height: 300 } } });
  await expect(fromPdf(Buffer.from('%PDF-1.4 and nothing more'))).rejects.toMatchObject({ why: 'damaged' });
  expect(libraries).toBe(2);
});
