/** A mail as its reader sees it. */
export interface ParsedMail {
  /** By name in lower case, unfolded and decoded. Throws if a header comes twice. */
  header(name: string): string | undefined;
  /** The names of all headers, in lower case. */
  readonly headerNames: readonly string[];
  /** Decoded, by media type. */
  readonly parts: ReadonlyMap<string, string>;
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** RFC 2047: encoded words, between which white space does not count. */
const decodedWords = (text: string): string =>
  text
    .replaceAll(/(=\?[^?]+\?[BQ]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')).toString('utf8'),
    );

function split(text: string): { headers: [string, string][]; body: string } {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('The mail has no empty line after its headers.');
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`This is not a header: ${JSON.stringify(line)}`);
    return [name.toLowerCase(), decodedWords(value)];
  });
  return { headers, body: text.slice(end + 4) };
}

function bodyOf(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return fromQuotedPrintable(body).toString('utf8');
  if (encoding === '7bit') return body;
  throw new Error(`Unknown encoding: ${encoding}`);
}

function* partsOf(text: string): Generator<[string, string]> {
  const { headers, body } = split(text);
  const all = new Map(headers);
  const type = all.get('content-type') ?? '';
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) {
    if (!/charset=utf-8/.test(type)) throw new Error(`A part without UTF-8: ${type}`);
    yield [type.split(';')[0] ?? '', bodyOf(body, all.get('content-transfer-encoding') ?? '')];
    return;
  }
  const pieces = body.split(`--${boundary}`);
  if (!pieces.at(-1)?.startsWith('--')) throw new Error('The last part has no end.');
  for (const piece of pieces.slice(1, -1)) yield* partsOf(piece.replace(/^\r\n/, ''));
}

/** Reads a mail strictly: lines end with CR LF and have at most 998 bytes, and all text is ASCII on the wire. */
export function parseMail(bytes: Buffer): ParsedMail {
  const text = bytes.toString('latin1');
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error('A line does not end with CR LF.');
  if (/[^\t\r\n -~]/.test(text)) throw new Error('The mail has bytes outside of ASCII.');
  if (text.split('\r\n').some((line) => line.length > 998)) throw new Error('A line is too long.');
  const { headers } = split(text);
  return {
    headerNames: headers.map(([name]) => name),
    header(name) {
      const values = headers.filter(([known]) => known === name).map(([, value]) => value);
      if (values.length > 1) throw new Error(`The header ${name} comes ${values.length} times.`);
      return values[0];
    },
    parts: new Map(partsOf(text)),
  };
}
