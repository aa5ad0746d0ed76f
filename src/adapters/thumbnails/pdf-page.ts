import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { messageOf } from '../../base/errors/errors.ts';
import { maxSide } from '../../domain/renditions/thumbnail.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Made } from './messages.ts';
import { type Pixels, thumbnailFrom } from './raster.ts';

function unreadableOf(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  return new Unreadable(/password|security/i.test(messageOf(error)) ? 'encrypted' : 'damaged', { cause: error });
}

/** The size of the rendering in pixels: its longer side has the length of a large thumbnail. */
function sizeOf({ originalWidth, originalHeight }: { originalWidth: number; originalHeight: number }) {
  const longerSide = Math.max(originalWidth, originalHeight);
  if (!(longerSide > 0 && Math.min(originalWidth, originalHeight) > 0)) throw new Unreadable('damaged');
  const scale = maxSide.large / longerSide;
  return {
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
  };
}

async function firstPage(document: PDFiumDocument): Promise<Pixels> {
  if (document.getPageCount() < 1) throw new Unreadable('damaged');
  const page = document.getPage(0);
  const { width, height, data } = await page.render({
    ...sizeOf(page.getOriginalSize()),
    scale: 1,
    renderFormFields: true,
    render: async ({ data: pixels }) => pixels,
  });
  // Copied, because the memory of the library is freed with it.
  return { data: Buffer.from(data), info: { width, height, channels: 4 } };
}

/** Renders the first page and frees the document and its library. */
async function rendered(bytes: Buffer): Promise<Pixels> {
  // A new library for each document: a document that corrupts its memory does not affect the next one.
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    return await firstPage(document).finally(() => document.destroy());
  } finally {
    library.destroy();
  }
}

/** The first page of a PDF. Throws `Unreadable`. */
export async function fromPdf(bytes: Buffer): Promise<Made> {
  try {
    return await thumbnailFrom(await rendered(bytes));
  } catch (error) {
    throw unreadableOf(error);
  }
}
