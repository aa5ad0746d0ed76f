import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { mimeTypeOfName } from '../../src/base/mime-type-of-name.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { unzip } from '../support/archives.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { admin, anna, basic, bert } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { skipWithout } from '../support/skip-policy.ts';
import { makeFile, type WireNode } from '../support/trees.ts';

/** A document of the corpus, as it is in Anna's home folder under a name that says nothing. */
interface Kept {
  readonly path: string;
  readonly extension: string;
  readonly node: WireNode;
}

interface Imported {
  readonly all: readonly Kept[];
  readonly anna: Client;
  readonly bert: Client;
  readonly admin: Client;
  close(): Promise<void>;
}

const extensionOf = (path: string): string => extname(path).toLowerCase();
const office = new Set(['.docx', '.pptx', '.xlsx', '.odp', '.odt', '.ods', '.odg']);
const documents = new Set([...office, '.pdf', '.epub', '.h5p', '.zip']);

async function importAll(corpus: string): Promise<Imported> {
  const directory = await newSchoolDirectory();
  const server = await serveDirectory(directory);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  const clientOf = (person: typeof anna): Client => createClient(http.send, () => basic(person));
  const client = clientOf(anna);
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const all: Kept[] = [];
  for (const path of paths.filter((each) => documents.has(extensionOf(each))).sort()) {
    const extension = extensionOf(path);
    const options = { name: `${all.length}${extension}`, mimeType: mimeTypeOfName(path) };
    all.push({ path, extension, node: await makeFile(client, await readFile(path), options) });
  }
  while ((await clientOf(admin).getStatus()).texts.waiting > 0) await wait(100);
  return {
    all,
    anna: client,
    bert: clientOf(bert),
    admin: clientOf(admin),
    async close() {
      http.close();
      await server.close();
      await removeFolder(directory);
    },
  };
}

/** Whole words of one line each, as another program or a look at the markup finds them; none of the ends of lines. */
function wordIn(text: string): string | undefined {
  const words = [...text.matchAll(/(?<=[\s(])(\p{Lu}?\p{Ll}{4,20})(?=[ ,.)])/gu)];
  const middle = text.length / 2;
  const near = (match: RegExpMatchArray): number => Math.abs((match.index ?? 0) - middle);
  return words.reduce<RegExpMatchArray | undefined>(
    (best, match) => (best === undefined || near(match) < near(best) ? match : best),
    undefined,
  )?.[1];
}

const decoded = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The text in paragraphs of such elements: what stands in one paragraph belongs together. */
const paragraphs = (xml: string, paragraph: string, run: string): string[] =>
  xml
    .split(`</${paragraph}>`)
    .map((part) => [...part.matchAll(new RegExp(`<${run}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text]) => text).join(''));

/** The text in these entries of an archive, one paragraph a line. */
function linesIn(bytes: Buffer, entry: RegExp, read: (xml: string) => string[]): string {
  const lines = [...unzip(bytes)].filter(([name]) => entry.test(name)).flatMap(([, open]) => read(String(open())));
  return decoded(lines.map((line) => ` ${line} \n`).join(''));
}

/** The strings that stand in cells themselves, inline or as text of a value. */
const cellStrings = (xml: string): string[] => [
  ...paragraphs(xml, 'is', 't'),
  ...[...xml.matchAll(/<(?:\w+:)?c [^>]*t="str"[^>]*>(?:<f>[^<]*<\/f>)?<(?:\w+:)?v>([^<]*)</g)].map(
    ([, text = '']) => text,
  ),
];

const withoutTags = (xml: string, paragraph: string): string[] =>
  [...xml.matchAll(new RegExp(`<${paragraph}[ >](.*?)</${paragraph}>`, 'gs'))].map(([, inside = '']) =>
    `${inside}`.replace(/<text:s[^>]*>|<text:line-break[^>]*>/g, ' ').replace(/^[^<]*?>|<[^>]*>/g, ''),
  );

const textByHand: Readonly<Record<string, (bytes: Buffer) => string>> = {
  '.docx': (bytes) => linesIn(bytes, /^word\/document\.xml$/, (xml) => paragraphs(xml, 'w:p', 'w:t')),
  '.pptx': (bytes) => linesIn(bytes, /^ppt\/slides\/slide\d+\.xml$/, (xml) => paragraphs(xml, 'a:p', 'a:t')),
  '.xlsx': (bytes) =>
    linesIn(bytes, /^xl\/sharedStrings\.xml$/, (xml) => paragraphs(xml, 'si', 't')) +
    linesIn(bytes, /^xl\/worksheets\/sheet\d+\.xml$/, cellStrings),
  '.odp': (bytes) => linesIn(bytes, /^content\.xml$/, (xml) => withoutTags(xml, 'text:p')),
  '.odg': (bytes) => linesIn(bytes, /^content\.xml$/, (xml) => withoutTags(xml, 'text:p')),
};

/** What another program reads in a PDF; undefined where that program is not there. */
async function textByPoppler(path: string): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('pdftotext', [path, '-'])).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function idsFound(client: Client, query: string): Promise<string[]> {
  const { nodes } = await client.searchNodes({ repository: '-home-', query, maxItems: 1000 });
  return nodes.map(({ ref }) => ref.id);
}

describe('the texts of the corpus', { timeout: 300_000 }, () => {
  let imported: Promise<Imported> | undefined;

  const kept = (context: TestContext): Promise<Imported> => {
    imported ??= importAll(corpusDirectory(context));
    return imported;
  };

  afterAll(async () => (await imported)?.close());

  /** Of these files: which have words, and are not found by one from the middle by whoever may read them. */
  const notFound = async (
    { all, anna: owner, bert: other }: Imported,
    isMeant: (file: Kept) => boolean,
    read: (file: Kept) => Promise<string>,
  ): Promise<{ missing: string[]; tried: number }> => {
    const missing: string[] = [];
    let tried = 0;
    for (const file of all.filter(isMeant)) {
      const word = wordIn(await read(file));
      if (word === undefined) continue;
      tried += 1;
      if (!(await idsFound(owner, word)).includes(file.node.ref.id)) missing.push(`${word} in ${file.path}`);
      expect(await idsFound(other, word)).toEqual([]);
    }
    return { missing, tried };
  };

  test('every Office and OpenDocument file with words is found by one from its middle', async (context) => {
    const school = await kept(context);
    const read = async ({ path, extension }: Kept): Promise<string> =>
      textByHand[extension]?.(await readFile(path)) ?? '';
    const { missing, tried } = await notFound(school, ({ extension }) => office.has(extension), read);
    expect(missing).toEqual([]);
    expect(tried).toBe(72);
  });

  test('every string that stands in a cell itself is found', async (context) => {
    const { all, anna: owner } = await kept(context);
    const missing: string[] = [];
    let strings = 0;
    for (const { path, node } of all.filter(({ extension }) => extension === '.xlsx')) {
      const sheets = linesIn(await readFile(path), /^xl\/worksheets\/sheet\d+\.xml$/, cellStrings);
      for (const word of new Set(sheets.match(/(?<=[\s(])\p{Lu}\p{Ll}{4,20}(?=[ ,.)])/gu) ?? [])) {
        strings += 1;
        if (!(await idsFound(owner, word)).includes(node.ref.id)) missing.push(`${word} in ${path}`);
      }
    }
    expect(strings).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test('every PDF with words is found by one from its middle', async (context) => {
    const school = await kept(context);
    let compared = 0;
    const read = async ({ path }: Kept): Promise<string> => {
      const text = await textByPoppler(path);
      compared += Number(text !== undefined);
      return text ?? '';
    };
    const { missing, tried } = await notFound(school, ({ extension }) => extension === '.pdf', read);
    expect(missing).toEqual([]);
    if (compared === 0) skipWithout(context, 'pdftotext, which reads PDF files too (Debian: poppler-utils)');
    expect(tried).toBe(compared - 1);
  });

  test('the one PDF without words is a scan, and told as one', async (context) => {
    const { all, anna: owner, admin: operator } = await kept(context);
    const scan = all.find(({ path }) => path.endsWith('Wrap-Up-doc-example.pdf'));
    if (scan === undefined) throw new Error('It should be in the corpus.');
    const text = await owner.getTextContent({ repository: '-home-', node: scan.node.ref.id });
    expect(text).toMatchObject({ state: 'scan', text: '' });
    expect((await operator.getStatus()).texts).toEqual({ waiting: 0, scans: 1, failed: 0 });
  });

  test('books, exercises and learning packages are found by what is in them', async (context) => {
    const { all, anna: owner } = await kept(context);
    const words = {
      'oer-im-unterricht.epub': 'Bildungsmaterialien',
      'accordion-oer.h5p': 'zukunftsweisend',
      'quiz-oer-lizenzen.h5p': 'Namensnennung',
      'scorm12-single-sco.zip': 'handicapping',
      'scorm12-multi-sco.zip': 'Traditionally',
      'scorm12-missing-organization.zip': 'strokes',
    };
    for (const [name, word] of Object.entries(words)) {
      const file = all.find(({ path }) => path.endsWith(`/${name}`));
      expect([name, (await idsFound(owner, word)).includes(file?.node.ref.id ?? '')]).toEqual([name, true]);
    }
  });
});
