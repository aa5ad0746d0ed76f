import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { ContentReference } from '../../../src/domain/nodes/records.ts';
import type { ContentStore } from '../../../src/ports/content-store.ts';
import { createChance } from '../material.ts';

/** Files of a school, from 100 KB to 5 MB: half of them are photographs, a quarter PDFs, the others archives. */
const files = 200;
const smallest = 100_000;
const largest = 5_000_000;
/** Bytes of a JPEG of noise for each of its pixels. */
const bytesPerPixel = 0.75;

async function photograph(size: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(size / bytesPerPixel));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const background = '#8090a0';
  return sharp({ create: { width: side, height: side, channels: 3, background, noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** One page with a line of text, and something large beside it that no page shows. */
function pdf(size: number): Buffer {
  const text = `BT /F1 12 Tf 20 60 Td (Arbeitsblatt ${size}) Tj ET`;
  const head = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[4 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    '4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 100]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>endobj',
    `5 0 obj<</Length ${text.length}>>stream\n${text}\nendstream endobj`,
    `6 0 obj<</Length ${size}>>stream\n`,
  ].join('\n');
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  return Buffer.concat([Buffer.from(head), randomBytes(size), Buffer.from(tail)]);
}

const kinds = [
  { mimeType: 'image/jpeg', make: photograph },
  { mimeType: 'application/pdf', make: pdf },
  { mimeType: 'image/jpeg', make: photograph },
  { mimeType: 'application/octet-stream', make: (size: number) => randomBytes(size) },
] as const;

/** Writes the files; small ones are more frequent than large ones (each doubling of the size is as likely as another). */
export async function writeContents(store: Pick<ContentStore, 'write'>): Promise<ContentReference[]> {
  const chance = createChance(5);
  const references: ContentReference[] = [];
  for (let number = 0; number < files; number += 1) {
    const size = Math.round(smallest * (largest / smallest) ** chance());
    const { mimeType, make } = kinds[number % kinds.length] ?? kinds[0];
    const bytes = await make(size);
    const { hash, size: written } = await store.write(Readable.from([bytes]));
    references.push({ hash, size: written, mimeType });
  }
  return references;
}
