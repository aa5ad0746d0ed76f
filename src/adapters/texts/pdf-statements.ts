import { Readable } from 'node:stream';
import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { RawStatements } from '../../domain/renditions/file-statements.ts';
import { type XmlText, xmlTexts } from './xml-texts.ts';

/** What PDFium offers, but the package does not declare. */
interface Internals {
  readonly documentIdx: number;
  readonly module: {
    /** The value in UTF-16LE with a zero at its end; its size in bytes. Fills the buffer only if it is large enough. */
    _FPDF_GetMetaText(document: number, tag: string | number, buffer: number, length: number): number;
    readonly wasmExports: { malloc(size: number): number; free(at: number): void };
    readonly HEAPU8: Uint8Array;
  };
}

const maxBytes = 100_000;

/** Calls `work` with the address of these bytes in the memory of the library. */
function withMemory<T>({ module }: Internals, bytes: Buffer, work: (at: number) => T): T {
  const at = module.wasmExports.malloc(bytes.length);
  try {
    module.HEAPU8.set(bytes, at);
    return work(at);
  } finally {
    module.wasmExports.free(at);
  }
}

/** An entry of the document information dictionary (ISO 32000-2, 14.3.3). Empty if there is none. */
function entryOf(internals: Internals, name: string): string {
  const { module, documentIdx } = internals;
  return withMemory(internals, Buffer.from(`${name}\0`), (tag) => {
    const size = module._FPDF_GetMetaText(documentIdx, tag, 0, 0);
    if (size <= 2 || size > maxBytes) return '';
    return withMemory(internals, Buffer.alloc(size), (buffer) => {
      module._FPDF_GetMetaText(documentIdx, tag, buffer, size);
      return Buffer.from(module.HEAPU8.slice(buffer, buffer + size - 2)).toString('utf16le');
    });
  });
}

/** The texts of the metadata stream (ISO 32000-2, 14.3.2), which is not compressed. The last one in the file counts. */
async function streamTexts(bytes: Buffer): Promise<readonly XmlText[]> {
  const start = bytes.lastIndexOf('<x:xmpmeta');
  const end = start < 0 ? -1 : bytes.indexOf('</x:xmpmeta>', start);
  if (end < 0) return [];
  return xmlTexts(Readable.from([bytes.subarray(start, end)]), /^xmpmeta\/rdf\/description(?:\/.+)?$/);
}

const description = 'xmpmeta/rdf/description';

const itemsOf = (texts: readonly XmlText[], name: string): string[] =>
  texts
    .filter(({ path }) => new RegExp(`^${description}/${name}/(?:alt|seq|bag)/li$`).test(path))
    .map(({ text }) => text);

/** Texts about rights are in elements, and the address of a licence also in attributes. */
const rightsOf = (texts: readonly XmlText[]): string[] =>
  texts
    .filter(
      ({ path }) => path === description || new RegExp(`^${description}/(?:license|webstatement|rights)`).test(path),
    )
    .flatMap(({ path, attributes, text }) => [
      ...(path === description ? [] : [text]),
      ...['resource', 'webstatement', 'license'].flatMap((name) => attributes.get(name) ?? []),
    ]);

/** What a PDF says of itself: in its metadata stream, which knows several authors, or else in its information dictionary. */
export async function pdfStatements(document: PDFiumDocument, bytes: Buffer): Promise<RawStatements> {
  // The fields are private in the declarations of the package, which offers no other way to the metadata.
  const { documentIdx, module } = document as unknown as Internals;
  const entry = (name: string): string => entryOf({ documentIdx, module }, name);
  const texts = await streamTexts(bytes);
  const authors = itemsOf(texts, 'creator');
  return {
    titles: [...itemsOf(texts, 'title'), entry('Title')],
    descriptions: [...itemsOf(texts, 'description'), entry('Subject')],
    authors: authors.length > 0 ? authors : entry('Author').split(';'),
    keywords: [...itemsOf(texts, 'subject'), ...entry('Keywords').split(/[,;]/)],
    languages: itemsOf(texts, 'language'),
    rights: rightsOf(texts),
  };
}
