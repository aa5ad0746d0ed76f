import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { parseMail } from '../support/parse-mail.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';
import { startMailServer } from '../support/smtp-servers.ts';
import { download } from '../support/trees.ts';

const repository = '-home-';
const never = '0 0 3 1 1 ?';
const eachSecond = '* * * * * ?';
const patience = { timeout: 120_000, interval: 200 };

let folder = '';
let dataDirectory = '';
let daemon: DaemonProcess | undefined;

beforeAll(async () => {
  dataDirectory = await newSchoolDirectory();
  folder = await mkdtemp(join(tmpdir(), 'i-'));
  for (const name of ['sources', 'inbox', 'blocked']) await mkdir(join(folder, name));
});

afterEach(async () => {
  await daemon?.stop();
  daemon = undefined;
});

afterAll(async () => {
  await removeFolder(dataDirectory);
  await rm(folder, { recursive: true, force: true });
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<DaemonProcess> {
  daemon = await startDaemon({
    dataDirectory,
    environment: { EDU_REPO_HARVEST_FOLDER: join(folder, 'sources'), ...environment },
  });
  return daemon;
}

const inboxes = (): Readonly<Record<string, string>> => ({
  EDU_REPO_INBOX: JSON.stringify([
    { folder: join(folder, 'inbox'), target: '/Eingang', owner: 'admin' },
    { folder: join(folder, 'blocked'), target: '/Blockiert/innen', owner: 'admin' },
  ]),
});

async function writeFiles(path: string, count: number): Promise<void> {
  await mkdir(path, { recursive: true });
  for (let at = 0; at < count; at += 1) await writeFile(join(path, `Blatt ${at}.txt`), `Text ${at}`);
}

/** What is in a folder, given by the names from the top; undefined if it does not exist. */
async function childrenIn({ client }: DaemonProcess, ...path: readonly string[]) {
  let found = await client.listChildren({ repository, node: '-companyhome-' });
  for (const name of path) {
    const child = found.nodes.find((node) => node.name === name);
    if (child === undefined) return undefined;
    found = await client.listChildren({ repository, node: child.ref.id });
  }
  return found;
}

const namesIn = async (server: DaemonProcess, ...path: readonly string[]): Promise<string[] | undefined> =>
  (await childrenIn(server, ...path))?.nodes.map(({ name }) => name).sort();

const countIn = async (server: DaemonProcess, ...path: readonly string[]): Promise<number> =>
  (await childrenIn(server, ...path))?.pagination.total ?? 0;

const add = async ({ client }: DaemonProcess, source: string, target: string, schedule = never): Promise<string> =>
  (await client.addHarvest({ body: { source, target, schedule } })).id;

const lastRun = async ({ client }: DaemonProcess, harvest: string) => {
  const { state, lastRun: run } = await client.getHarvest({ harvest });
  return state === 'idle' ? run : null;
};

const waitForRun = async (server: DaemonProcess, harvest: string, outcome: string) => {
  await expect.poll(async () => (await lastRun(server, harvest))?.outcome, patience).toBe(outcome);
  return lastRun(server, harvest);
};

/** The processes that a process has started and that are still there. */
const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

const commandLineOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

/** The import process of a server, once it has stored something. */
async function importProcess(server: DaemonProcess, ...target: readonly string[]): Promise<number> {
  await expect.poll(() => countIn(server, ...target), { timeout: 120_000, interval: 20 }).toBeGreaterThan(0);
  for (const pid of await childrenOf(server.pid)) {
    if ((await commandLineOf(pid)).includes('\0import\0')) return pid;
  }
  throw new Error('There is no import process.');
}

test('a harvest runs at the times of its schedule, and doubles nothing', async () => {
  const server = await start();
  await writeFiles(join(folder, 'sources', 'Mathe'), 2);
  const id = await add(server, 'Mathe', '/Mathe', eachSecond);
  await expect.poll(() => namesIn(server, 'Mathe'), patience).toEqual(['Blatt 0.txt', 'Blatt 1.txt']);
  await writeFile(join(folder, 'sources', 'Mathe', 'Neu.txt'), 'neu');
  await expect.poll(() => namesIn(server, 'Mathe'), patience).toEqual(['Blatt 0.txt', 'Blatt 1.txt', 'Neu.txt']);
  await server.client.removeHarvest({ harvest: id });
  await writeFile(join(folder, 'sources', 'Mathe', 'Zu spät.txt'), 'spät');
  await expect.poll(() => childrenOf(server.pid), patience).toEqual([]);
  expect(await namesIn(server, 'Mathe')).toEqual(['Blatt 0.txt', 'Blatt 1.txt', 'Neu.txt']);
  await expect.poll(() => readdir(join(dataDirectory, 'imports')), patience).not.toContain(id);
});

test('a failure sends one mail, however often it repeats, and another one after a success', async () => {
  const mails = await startMailServer();
  const server = await start({
    ...{ EDU_REPO_MAIL_SERVER_HOST: '127.0.0.1', EDU_REPO_MAIL_SERVER_PORT: String(mails.port) },
    EDU_REPO_MAIL_SERVER_SECURE: 'none',
  });
  const { client } = server;
  const profile = { firstName: 'Ada', lastName: 'Admin', email: 'ada@schule.example' };
  await client.updatePersonProfile({ repository, person: 'admin', body: profile });
  const source = join(folder, 'sources', 'Liste');
  await writeFiles(source, 1);
  const id = await add(server, 'Liste', '/Liste');
  const run = async (outcome: string) => {
    await client.runHarvest({ harvest: id });
    await waitForRun(server, id, outcome);
  };
  await rename(source, `${source} fort`);
  await run('failed');
  await expect.poll(() => mails.received.length, patience).toBe(1);
  const mail = parseMail(mails.received[0] ?? Buffer.alloc(0));
  expect(mail.header('to')).toBe('ada@schule.example');
  expect(mail.header('subject')).toContain('Liste');
  expect(mail.parts.get('text/plain')).toMatch(/Guten Tag Ada Admin[\s\S]*Grund: "Liste" cannot be read/);
  expect(mail.parts.get('text/plain')).toContain(`edu-repo harvest show ${id}`);
  await expect.poll(async () => (await client.getHarvest({ harvest: id })).mail, patience).toBe('sent');
  await run('failed');
  await rename(`${source} fort`, source);
  await run('done');
  expect((await client.getHarvest({ harvest: id })).mail).toBeNull();
  expect(mails.received).toHaveLength(1);
  await rename(source, `${source} fort`);
  await run('failed');
  await expect.poll(() => mails.received.length, patience).toBe(2);
});

test('a list is imported, and the rows that fail are reported and mailed', async () => {
  const rows = ['Titel;Datei', 'Kreise;Listenblatt.txt', 'Winkel;fehlt.pdf'];
  await writeFile(join(folder, 'sources', 'Listenblatt.txt'), 'Kreise');
  await writeFile(join(folder, 'sources', 'liste.csv'), `${rows.join('\n')}\n`);
  const mails = await startMailServer();
  const server = await start({
    ...{ EDU_REPO_MAIL_SERVER_HOST: '127.0.0.1', EDU_REPO_MAIL_SERVER_PORT: String(mails.port) },
    EDU_REPO_MAIL_SERVER_SECURE: 'none',
  });
  await server.client.updatePersonProfile({ repository, person: 'admin', body: { email: 'ada@schule.example' } });
  const { id } = await server.client.addHarvest({
    body: { source: 'liste.csv', target: '/Links', schedule: never, kind: 'list' },
  });
  await server.client.runHarvest({ harvest: id });
  const run = await waitForRun(server, id, 'partly');
  expect(run).toMatchObject({ reason: null, counts: { created: 1, failed: 1 } });
  expect(run?.problems).toEqual([{ where: 'row 3', why: expect.stringContaining('fehlt.pdf') }]);
  expect(await countIn(server, 'Links')).toBe(1);
  await expect.poll(() => mails.received.length, patience).toBe(1);
  const text = parseMail(mails.received[0] ?? Buffer.alloc(0)).parts.get('text/plain');
  expect(text).toMatch(/einzelne Einträge[\s\S]*row 3: .*fehlt.pdf/);
});

test('an import that dies is a failed run, its command line shows no token, and the next run completes it', async () => {
  const server = await start();
  await writeFiles(join(folder, 'sources', 'Viel'), 4_000);
  const id = await add(server, 'Viel', '/Viel');
  await server.client.runHarvest({ harvest: id });
  const pid = await importProcess(server, 'Viel');
  expect(await commandLineOf(pid)).not.toMatch(/RUN_|token/i);
  await expect(server.client.runHarvest({ harvest: id })).rejects.toThrow(/is running/);
  process.kill(pid, 'SIGKILL');
  expect((await waitForRun(server, id, 'failed'))?.reason).toContain('SIGKILL');
  await server.client.runHarvest({ harvest: id });
  await waitForRun(server, id, 'done');
  expect(await countIn(server, 'Viel')).toBe(4_000);
});

test('a server that stops ends its import in order, and the next one runs the harvest again', async () => {
  const server = await start();
  await writeFiles(join(folder, 'sources', 'Mehr'), 4_000);
  const id = await add(server, 'Mehr', '/Mehr');
  await server.client.runHarvest({ harvest: id });
  const pid = await importProcess(server, 'Mehr');
  expect(await server.stop()).toBe(0);
  expect(await commandLineOf(pid)).toBe('');
  const next = await start();
  await waitForRun(next, id, 'done');
  expect(await countIn(next, 'Mehr')).toBe(4_000);
});

const inInbox = (...names: readonly string[]): string => join(folder, 'inbox', ...names);

test('an inbox takes what has settled, and leaves half-written and temporary files alone', async () => {
  const server = await start(inboxes());
  const left = ['.DS_Store', '~$Brief.docx', 'Film.mp4.part', '.versteckt'];
  for (const name of left) await writeFile(inInbox(name), 'x');
  await writeFile(inInbox('fertig.txt'), 'fertig');
  await writeFiles(inInbox('Ordner', 'innen'), 2);
  // A slow writer, which must not be disturbed while the other file comes and goes.
  await writeFile(inInbox('langsam.txt'), 'Anfang');
  while ((await namesIn(server, 'Eingang'))?.includes('fertig.txt') !== true) {
    await appendFile(inInbox('langsam.txt'), ' mehr');
    expect(await readdir(inInbox())).toContain('langsam.txt');
    await pause(250);
  }
  const text = await readFile(inInbox('langsam.txt'), 'utf8');
  await expect
    .poll(() => readdir(inInbox('done')).then((names) => names.sort()), patience)
    .toEqual([
      ...['Ordner', 'Ordner.report.json', 'fertig.txt', 'fertig.txt.report.json'],
      ...['langsam.txt', 'langsam.txt.report.json'],
    ]);
  expect(await namesIn(server, 'Eingang')).toEqual(['Ordner', 'fertig.txt', 'langsam.txt']);
  expect(await countIn(server, 'Eingang', 'Ordner', 'innen')).toBe(2);
  expect(await readFile(inInbox('done', 'langsam.txt'), 'utf8')).toBe(text);
  const report: unknown = JSON.parse(await readFile(inInbox('done', 'fertig.txt.report.json'), 'utf8'));
  expect(report).toMatchObject({ name: 'fertig.txt', outcome: 'done', reason: null });
  expect((await readdir(inInbox())).sort()).toEqual(['.importing', 'done', 'failed', ...left].sort());
  expect(await readdir(inInbox('.importing'))).toEqual([]);
});

test('a file that has the name of an earlier one becomes its new version', async () => {
  const server = await start(inboxes());
  for (const text of ['Entwurf', 'Endfassung']) {
    await writeFile(inInbox('Protokoll.txt'), text);
    const stored = async (): Promise<string | undefined> => {
      const found = (await childrenIn(server, 'Eingang'))?.nodes.find(({ name }) => name === 'Protokoll.txt');
      return found && String(await download(server.client, found));
    };
    await expect.poll(stored, patience).toBe(text);
  }
  expect((await namesIn(server, 'Eingang'))?.filter((name) => name.startsWith('Protokoll'))).toHaveLength(1);
});

test('what an inbox cannot import goes to failed, with the reason beside it', async () => {
  const server = await start(inboxes());
  const properties = { 'cm:name': ['Blockiert'] };
  await server.client.createNode({ repository, node: '-companyhome-', type: 'ccm:io', body: properties });
  await writeFile(join(folder, 'blocked', 'Blatt.txt'), 'Text');
  const failed = join(folder, 'blocked', 'failed');
  await expect.poll(() => readdir(failed).catch(() => []), patience).toEqual(['Blatt.txt', 'Blatt.txt.report.json']);
  const report: unknown = JSON.parse(await readFile(join(failed, 'Blatt.txt.report.json'), 'utf8'));
  expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('Blockiert') });
  await writeFile(join(folder, 'blocked', 'Blatt.txt'), 'noch einmal');
  await expect.poll(() => readdir(failed), patience).toContain('Blatt (2).txt.report.json');
});

test('what was being imported when the server was killed is completed by the next one, without doubles', async () => {
  const server = await start(inboxes());
  await writeFiles(join(folder, 'Stapel'), 4_000);
  await rename(join(folder, 'Stapel'), inInbox('Stapel'));
  const pid = await importProcess(server, 'Eingang', 'Stapel');
  await server.kill();
  expect(await readdir(inInbox())).not.toContain('Stapel');
  // It gets no answer any more, and its token is not valid for the next server.
  await expect.poll(() => commandLineOf(pid), patience).toBe('');
  const next = await start(inboxes());
  await expect.poll(() => readdir(inInbox('done')), patience).toContain('Stapel.report.json');
  expect(await countIn(next, 'Eingang', 'Stapel')).toBe(4_000);
  expect(await readdir(inInbox('.importing'))).toEqual([]);
});
