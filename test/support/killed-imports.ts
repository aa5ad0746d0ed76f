import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { importFolder, zipFile } from './import-sources.ts';
import { servedRecords, startOaiServer } from './oai-server.ts';
import { plainImage } from './pictures.ts';

/** A source with many items, and the words of the command that imports it. */
export interface ManyItems {
  readonly name: string;
  readonly words: readonly string[];
}

const target = '/Ziel';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Larger than what is uploaded in groups. */
const large = Buffer.alloc(1_500_000, 'edu-repo ');

const textOf = (at: number): string => `Text ${at} `.repeat((at % 7) * 100);

/** Links, of which some have the same title, in the folder itself and in others, and some files. */
async function list(): Promise<ManyItems> {
  const folder = await importFolder();
  for (const at of numbers(50)) await writeFile(join(folder, `${at}.txt`), at % 25 === 0 ? large : textOf(at));
  const rows = numbers(1_000).map((at) => {
    const link = at % 20 === 0 ? '' : `https://example.org/${at}`;
    const file = at % 20 === 0 ? `${at / 20}.txt` : '';
    return `Blatt ${at % 400};${link};${file};${at % 3 === 0 ? '' : `Teil ${at % 7}/Mitte`};Zahl ${at}, Bruch`;
  });
  const path = join(folder, 'liste.csv');
  await writeFile(path, ['Titel;URL;Datei;Ordner;Schlagwörter', ...rows].join('\n'));
  return { name: 'list', words: ['import', path, target] };
}

/** A SCORM package with items in folders and other files. */
async function learningPackage(): Promise<ManyItems> {
  const items = numbers(150).map(
    (at) => `<item identifier="I${at}" identifierref="R${at}"><title>Seite ${at % 50}</title></item>`,
  );
  const parts = numbers(5).map(
    (at) => `<item identifier="P${at}"><title>Teil ${at}</title>${items.slice(at * 30, at * 30 + 30).join('')}</item>`,
  );
  const resources = numbers(150).map(
    (at) =>
      `<resource identifier="R${at}" adlcp:scormType="sco" href="seiten/${at}.html"><file href="seiten/${at}.html"/></resource>`,
  );
  const manifest = `<?xml version="1.0"?><manifest identifier="Kurs" xmlns:adlcp="x"><metadata><schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion></metadata><organizations><organization><title>Kurs</title>${parts.join('')}</organization>
    </organizations><resources>${resources.join('')}</resources></manifest>`;
  const pages = numbers(150).map((at) => [`seiten/${at}.html`, `<p>${textOf(at)}</p>`] as const);
  const others = numbers(250).map(
    (at) => [`medien/${at % 10}/${at}.txt`, at % 100 === 0 ? large : textOf(at)] as const,
  );
  const files = Object.fromEntries([['imsmanifest.xml', manifest], ...pages, ...others]);
  return { name: 'package', words: ['import', await zipFile('kurs.zip', files), target, '--unpack'] };
}

async function harvest(): Promise<ManyItems> {
  const server = await startOaiServer(servedRecords(400));
  server.pageSize = 40;
  onTestFinished(() => server.close());
  return {
    name: 'harvest',
    words: ['import', server.url, target, '--as', 'oai', '--allow-host', new URL(server.url).host],
  };
}

async function folder(): Promise<ManyItems> {
  const path = await importFolder();
  for (const at of numbers(10)) await mkdir(join(path, `Teil ${at}`));
  for (const at of numbers(200)) {
    await writeFile(join(path, `Teil ${at % 10}`, `${at}.txt`), at % 50 === 0 ? large : textOf(at));
  }
  return { name: 'folder', words: ['import', path, target] };
}

/** Records with pictures, which are added after the nodes. */
async function records(): Promise<ManyItems> {
  const picture = await plainImage('png', { width: 40, height: 30 });
  const server = createServer((_, response) => response.setHeader('content-type', 'image/png').end(picture));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const all = numbers(120).map((at) => ({
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
    ...{ id: `https://example.org/amb/${at}`, type: ['LearningResource'], name: `Blatt ${at % 90}` },
    image: `http://127.0.0.1:${port}/${at}.png`,
  }));
  const path = join(await importFolder(), 'amb.json');
  await writeFile(path, JSON.stringify(all));
  return { name: 'records', words: ['import', path, target, '--as', 'amb', '--allow-host', `127.0.0.1:${port}`] };
}

async function syncedFolder(): Promise<ManyItems> {
  const { words } = await folder();
  return { name: 'sync', words: ['sync', '--delete', words[1] ?? '', `repo:${target}`] };
}

export const manySources = [list, learningPackage, harvest, folder, records, syncedFolder];

const repository = '-home-';
const volatile = /^(?:sys:|cm:(?:created|modified)|cclom:(?:created|modified)|virtual:|cclom:location$)/;

type Entry = Awaited<ReturnType<Client['listChildren']>>['nodes'][number];

async function described(client: Client, node: Entry, path: string): Promise<string> {
  const { size, content, contentVersion, mimetype, properties, preview } = node;
  const bytes =
    Number(size) > 0 ? await buffer((await client.downloadContent({ nodeId: node.ref.id })).bytes) : undefined;
  const hash = bytes && createHash('sha256').update(bytes).digest('hex');
  const stated = Object.entries(properties ?? {})
    .filter(([name]) => !volatile.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    path,
    mimetype,
    size,
    hash,
    stated: content.hash,
    contentVersion,
    isGenerated: preview.isGenerated,
    properties: stated,
  });
}

async function below(client: Client, node: string, path: string): Promise<string[]> {
  const { nodes, pagination } = await client.listChildren({
    repository,
    node,
    maxItems: 10_000,
    propertyFilter: ['-all-'],
  });
  if (nodes.length !== pagination.total)
    throw new Error(`${path} has ${pagination.total} children, listed are ${nodes.length}.`);
  const lines: string[] = [];
  for (const child of nodes) {
    const name = `${path}/${child.name}`;
    lines.push(await described(client, child, name));
    if (child.isDirectory) lines.push(...(await below(client, child.ref.id, name)));
  }
  return lines;
}

/** What is in the target of the imports: paths, metadata and bytes, without what differs in each run. One line per node, in order. */
export async function importedTree(client: Client): Promise<string[]> {
  const { nodes } = await client.listChildren({ repository, node: '-companyhome-', maxItems: 10_000 });
  const trees = await Promise.all(
    nodes.filter(({ name }) => `/${name}`.startsWith(target)).map(({ name, ref }) => below(client, ref.id, `/${name}`)),
  );
  return trees.flat().toSorted();
}
