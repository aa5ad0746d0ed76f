import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A body with the headers that describe it. */
export interface FuzzBody {
  readonly headers: readonly string[];
  readonly bytes: Buffer;
  /** The client stops in the middle of the body it announced. */
  readonly isCut: boolean;
}

const words = [
  'text',
  'ä ö ü ß €',
  '',
  'a'.repeat(3_000),
  '\0\x01\x7f',
  '"quoted"',
  '../../etc/passwd',
  '%00%0d%0a',
  '__proto__',
];
const word = fc.constantFrom(...words);

const boundaries = fc.constantFrom(
  'edge',
  'a',
  "'()+_,-./:=?",
  '----------------------------',
  'x'.repeat(70),
  'x'.repeat(900),
  'x'.repeat(5_000),
  '',
  'ü',
  '--edge--',
);

const encodings = fc.constantFrom(
  '8bit',
  '7bit',
  'base64',
  'quoted-printable',
  'binary',
  'x-unknown',
  '',
  'gzip',
  '8bit, 7bit',
);

const types = fc.constantFrom(
  'text/plain',
  'text/plain; charset=utf-16le',
  'text/plain; charset=iso-8859-1',
  'text/plain; charset=no-such-charset',
  'application/octet-stream',
  'multipart/mixed; boundary=inner',
  'multipart/form-data; boundary=edge',
  'image/png',
  '/',
  ';',
  'a'.repeat(2_000),
);

const fieldNames = fc.constantFrom(
  'file',
  'image',
  'xml',
  'grant_type',
  'client_id',
  'password',
  '__proto__',
  'constructor',
  '',
  'f'.repeat(500),
);

/** The headers of a part, as they should be, and as nobody should write them. */
const partHeaders = fc.oneof(
  { weight: 6, arbitrary: fieldNames.map((name) => [`Content-Disposition: form-data; name="${name}"`]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fieldNames, word)
      .map(([name, file]) => [`Content-Disposition: form-data; name="${name}"; filename="${file}"`]),
  },
  {
    weight: 1,
    arbitrary: word.map((file) => [`Content-Disposition: form-data; filename*=UTF-8''${encodeURIComponent(file)}`]),
  },
  {
    weight: 1,
    arbitrary: word.map((file) => [`Content-Disposition: form-data; filename*=no-such-charset'de'%ff${file}`]),
  },
  { weight: 1, arbitrary: fc.constant(['Content-Disposition: attachment; name=file; filename=a']) },
  { weight: 1, arbitrary: fc.constant(['Content-Disposition: form-data; name="file; filename="a', ' folded']) },
  { weight: 1, arbitrary: fc.constant(['Content-Disposition:', 'Content-Disposition: form-data; name="twice"']) },
  { weight: 1, arbitrary: fc.constant([]) },
);

const moreHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant([] as string[]) },
  { weight: 3, arbitrary: encodings.map((encoding) => [`Content-Transfer-Encoding: ${encoding}`]) },
  { weight: 3, arbitrary: types.map((type) => [`Content-Type: ${type}`]) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200_000 }).map((length) => [`X: ${'a'.repeat(length)}`]) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 3_000 })
      .map((count) => Array.from({ length: count }, (_, at) => `X-${at}: a`)),
  },
  { weight: 1, arbitrary: fc.constant(['no colon', ': no name', 'Bad\rHeader: a', 'Bad\nHeader: a']) },
);

const contents = fc.oneof(
  { weight: 6, arbitrary: word.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 300_000 }).map((length) => Buffer.alloc(length, 'x\r\n-')) },
  {
    weight: 1,
    arbitrary: fc.constant(
      Buffer.from('--inner\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--inner--\r\n'),
    ),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.from('\r\n--edg\r\n--edge-\r\n-')) },
);

interface Part {
  readonly headers: readonly string[];
  readonly content: Buffer;
}

const part: fc.Arbitrary<Part> = fc
  .tuple(partHeaders, moreHeaders, contents)
  .map(([own, more, content]) => ({ headers: [...own, ...more], content }));

/** What an upload should be. */
const oneFile = fc.tuple(contents, fc.nat({ max: 2 })).map(([content, fields]) => [
  ...Array.from({ length: fields }, (_, at) => ({
    headers: [`Content-Disposition: form-data; name="f${at}"`],
    content: Buffer.from('x'),
  })),
  { headers: ['Content-Disposition: form-data; name="file"; filename="a.txt"'], content },
]);

const parts = fc.oneof(
  { weight: 5, arbitrary: oneFile },
  { weight: 8, arbitrary: fc.array(part, { maxLength: 5 }) },
  // Many small ones.
  {
    weight: 1,
    arbitrary: fc.integer({ min: 10, max: 4_000 }).map((count) =>
      Array.from({ length: count }, (_, at) => ({
        headers: [`Content-Disposition: form-data; name="f${at}"`],
        content: Buffer.from('x'),
      })),
    ),
  },
);

function writeParts(all: readonly Part[], boundary: string, lineEnd: string): Buffer {
  const pieces = all.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}${lineEnd}${headers.map((line) => line + lineEnd).join('')}${lineEnd}`),
    content,
    Buffer.from(lineEnd),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--${lineEnd}`)]);
}

const multipartTypes = fc.constantFrom(
  (boundary: string) => `multipart/form-data; boundary=${boundary}`,
  (boundary: string) => `multipart/form-data; boundary="${boundary}"`,
  (boundary: string) => `Multipart/Form-Data;boundary=${boundary}; charset=utf-8`,
  (boundary: string) => `multipart/form-data; a=octet-stream; boundary=${boundary}`,
  (boundary: string) => `multipart/form-data; a=json; boundary=${boundary}`,
  (boundary: string) => `multipart/form-data; boundary=other; boundary=${boundary}`,
  (boundary: string) => `multipart/mixed; boundary=${boundary}`,
  () => 'multipart/form-data',
  () => 'multipart/form-data; boundary',
);

const lineEnds = fc.oneof(
  { weight: 12, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r') },
);

/** A multipart body, mostly with a type that fits it. */
const multipart = fc
  .tuple(parts, boundaries, multipartTypes, lineEnds)
  .map(([all, boundary, type, lineEnd]) => ({ type: type(boundary), bytes: writeParts(all, boundary, lineEnd) }));

const pairs = fc.oneof(
  fc.array(fc.tuple(fieldNames, word), { maxLength: 8 }),
  fc
    .integer({ min: 40, max: 5_000 })
    .map((count) => Array.from({ length: count }, (_, at) => [`f${at}`, 'x'] as [string, string])),
);

const urlencoded = fc
  .tuple(
    pairs,
    fc.constantFrom('application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=utf-16'),
    fc.boolean(),
  )
  .map(([all, type, isEscaped]) => ({
    type,
    bytes: Buffer.from(
      all.map((pair) => pair.map((text) => (isEscaped ? encodeURIComponent(text) : text)).join('=')).join('&'),
    ),
  }));

interface Typed {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A few bytes of the body are changed. */
const withFlips = (typed: Typed, flips: readonly (readonly [number, number])[]): Typed => {
  const bytes = Buffer.from(typed.bytes);
  for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
  return { ...typed, bytes };
};

const flips = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }) },
);

const compressions = fc.constantFrom(
  { name: 'gzip', pack: gzipSync },
  { name: 'deflate', pack: deflateSync },
  { name: 'gzip', pack: (bytes: Buffer) => bytes },
  { name: 'br', pack: (bytes: Buffer) => bytes },
  { name: 'no-such-encoding', pack: (bytes: Buffer) => bytes },
);

/** Most bodies are not compressed: a compressed form is refused before it is read. */
const compression = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: compressions });

const cutAt = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
);

/** Multipart and urlencoded bodies: whole ones, and such as are cut, flipped, wrongly described, or far too large. */
export const fuzzBodies: fc.Arbitrary<FuzzBody> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: multipart }, { weight: 1, arbitrary: urlencoded }),
    flips,
    compression,
    cutAt,
    fc.boolean(),
  )
  .map(([plain, changes, compressed, cut, endsEarly]) => {
    const { type, bytes: whole } = withFlips(plain, changes);
    const packed = compressed === undefined ? whole : compressed.pack(whole);
    const sent = cut === undefined ? packed : packed.subarray(0, Math.floor(packed.length * cut));
    // Either less is announced, too, or the client stops.
    const isCut = cut !== undefined && endsEarly && sent.length < packed.length;
    return {
      headers: [
        `Content-Type: ${type}`,
        ...(compressed === undefined ? [] : [`Content-Encoding: ${compressed.name}`]),
        `Content-Length: ${isCut ? packed.length : sent.length}`,
      ],
      bytes: sent,
      isCut,
    };
  });
