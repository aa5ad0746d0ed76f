import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { admin, basic } from '../support/people.ts';
import {
  makeDataDirectory,
  openDirectory,
  removeFolder,
  serveDirectory,
  temporaryFolder,
} from '../support/repository.ts';
import { makeFile } from '../support/trees.ts';
import { docxSaying, pdfOf } from '../support/written-documents.ts';

const program = fileURLToPath(new URL('fixture/serve-directory.ts', import.meta.url));

const clientAt = (url: string): { client: Client; close(): void } => {
  const http = createHttpTransport({ baseUrl: new URL(url) });
  return { client: createClient(http.send, () => basic(admin)), close: () => http.close() };
};

const namesFound = async (client: Client, query: string): Promise<string[]> =>
  (await client.searchNodes({ repository: '-home-', query, maxItems: 100 })).nodes.map(({ name }) => name).sort();

/** Serves the directory in this process until all texts are read. */
async function served<T>(directory: string, work: (client: Client) => Promise<T>): Promise<T> {
  const server = await serveDirectory(directory);
  const { client, close } = clientAt(server.url);
  try {
    while ((await client.getStatus()).texts.waiting > 0) await wait(100);
    return await work(client);
  } finally {
    close();
    await server.close();
  }
}

function ofProcess(pid: string, file: 'status' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const isReader = (pid: string): boolean => ofProcess(pid, 'cmdline').includes('texts/worker');

const readersOf = (server: number | undefined): string[] =>
  readdirSync('/proc').filter(
    (pid) => new RegExp(`^PPid:\\s+${server}$`, 'm').test(ofProcess(pid, 'status')) && isReader(pid),
  );

test('what came while no server ran is read, and found', async () => {
  const directory = await temporaryFolder();
  try {
    await makeDataDirectory(directory);
    const repository = await openDirectory(directory);
    const client = createClient(repository.send, () => basic(admin));
    const node = await makeFile(client, pdfOf('Zauberwort'), {
      parent: '-companyhome-',
      name: 'a.pdf',
      mimeType: 'application/pdf',
    });
    expect(await client.getTextContent({ repository: '-home-', node: node.ref.id })).toMatchObject({
      state: 'waiting',
    });
    const { highlights } = await client.searchNodes({ repository: '-home-', query: 'a.pdf', highlights: true });
    expect(highlights).toEqual([{ id: node.ref.id, folder: '/', passages: [], textWaiting: true }]);
    await repository.close();
    expect(await served(directory, (there) => namesFound(there, 'Zauberwort'))).toEqual(['a.pdf']);
  } finally {
    await removeFolder(directory);
  }
});

test('when a server is killed while texts are read, what reads them ends, and the next server reads the rest', async () => {
  const directory = await temporaryFolder();
  await makeDataDirectory(directory);
  const server = execa(process.execPath, ['--import', 'tsx', program, directory], { reject: false });
  let readers: readonly string[] = [];
  try {
    const line = await new Promise<string>((resolve) => server.stdout.once('data', (data) => resolve(String(data))));
    const { url } = JSON.parse(line) as { readonly url: string };
    const { client, close } = clientAt(url);
    const names = Array.from({ length: 30 }, (_, index) => `${index}.docx`);
    for (const name of names) {
      await makeFile(client, docxSaying(`Zauberwort ${name}`), {
        parent: '-companyhome-',
        name,
        mimeType: 'application/octet-stream',
      });
    }
    while (readers.length === 0) {
      await wait(20);
      readers = readersOf(server.pid);
    }
    await wait(400);
    server.kill('SIGKILL');
    await server;
    close();
    while (readers.some(isReader)) await wait(50);
    expect(await served(directory, (there) => namesFound(there, 'Zauberwort'))).toEqual([...names].sort());
  } finally {
    server.kill('SIGKILL');
    await server;
    // What did not end is not left behind.
    for (const pid of readers.filter(isReader)) process.kill(Number(pid), 'SIGKILL');
    await removeFolder(directory);
  }
});
