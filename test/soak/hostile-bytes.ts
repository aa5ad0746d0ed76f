import { zip } from '../support/archives.ts';
import { plainImage } from '../support/pictures.ts';
import { archiveOf, docxOf, endlessPdf, pdfOf } from '../support/written-documents.ts';

/** A file that attacks whatever looks into it. */
export interface HostileFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

const crc32Size = 4;

/** The beginning of a PNG of this width and height, with the rest of another one. */
function hugePng(image: Buffer): Buffer {
  const bytes = Buffer.from(image);
  bytes.writeUInt32BE(100_000, 16);
  bytes.writeUInt32BE(100_000, 16 + crc32Size);
  return bytes;
}

const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);
const laughs = `<!DOCTYPE x [<!ENTITY e0 "xxxxxxxxxx">${entities.join('')}]>`;

const slowDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><filter id="f"><feTurbulence numOctaves="200" baseFrequency=".9"/><feGaussianBlur stdDeviation="300"/></filter>${'<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(400)}</svg>`;

/** Makes hostile files of all kinds, one after the other; no two have equal bytes. */
export async function createHostileFiles(): Promise<() => HostileFile> {
  const zeros = Buffer.alloc(60_000_000);
  const bomb = zip([{ name: 'word/document.xml', content: zeros, packed: true }]);
  const image = await plainImage('png', { width: 800, height: 600 });
  const jpeg = await plainImage('jpeg', { width: 800, height: 600 });
  const large = await plainImage('png', { width: 12_000, height: 12_000 });
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const kinds: readonly ((mark: string) => HostileFile)[] = [
    (mark) => ({ name: 'endless.pdf', mimeType: 'application/pdf', bytes: endlessPdf(mark) }),
    () => ({ name: 'bomb.docx', mimeType: word, bytes: bomb }),
    (mark) => ({ name: 'broken.pdf', mimeType: 'application/pdf', bytes: pdfOf(mark).subarray(0, 200) }),
    (mark) => ({
      name: 'laughs.svg',
      mimeType: 'image/svg+xml',
      bytes: Buffer.from(`${laughs}<svg xmlns="http://www.w3.org/2000/svg"><text>&e9;${mark}</text></svg>`),
    }),
    (mark) => ({ name: 'slow.svg', mimeType: 'image/svg+xml', bytes: Buffer.from(`${slowDrawing}<!--${mark}-->`) }),
    (mark) => ({ name: 'laughs.docx', mimeType: word, bytes: docxOf(`${laughs}<w:p><w:t>&e9;${mark}</w:t></w:p>`) }),
    () => ({ name: 'huge.png', mimeType: 'image/png', bytes: hugePng(image) }),
    () => ({ name: 'large.png', mimeType: 'image/png', bytes: large }),
    (mark) => ({
      name: 'cut.jpg',
      mimeType: 'image/jpeg',
      bytes: jpeg.subarray(0, jpeg.length / 2 - (Number(mark) % 99)),
    }),
    (mark) => ({
      name: 'nested.zip',
      mimeType: 'application/zip',
      bytes: archiveOf(
        Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${mark}/${'a/'.repeat(50)}${at}`, 'x'])),
      ),
    }),
    (mark) => ({ name: 'laughs.xml', mimeType: 'text/xml', bytes: Buffer.from(`${laughs}<x>&e9;${mark}</x>`) }),
    (mark) => ({
      name: 'lie.zip',
      mimeType: 'application/zip',
      bytes: Buffer.from(`PK\x03\x04${mark}${'\xff'.repeat(500)}`),
    }),
  ];
  let count = -1;
  return () => {
    count += 1;
    const made = kinds[count % kinds.length]?.(String(count));
    if (made === undefined) throw new Error('There is a kind for each number.');
    // Equal bytes are looked at once only. What stands behind the end of a file is read by nobody.
    return { ...made, bytes: Buffer.concat([made.bytes, Buffer.from(`\n${count}`)]) };
  };
}
