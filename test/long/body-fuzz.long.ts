import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { peakBytes, requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import { type FuzzBody, fuzzBodies } from '../fuzz/bodies.ts';
import { type Connection, NoAnswer, openConnection } from '../fuzz/connection.ts';
import { startWatchedServer, type WatchedServer } from '../fuzz/watched-server.ts';
import { newSchoolDirectory, removeFolder, temporaryFolder } from '../support/repository.ts';

/** EDU_FUZZ_BODIES=100000 sends more; EDU_FUZZ_SEED repeats what an earlier run sent. */
const bodies = Number(process.env['EDU_FUZZ_BODIES'] ?? 20_000);
const firstSeed = Number(process.env['EDU_FUZZ_SEED'] ?? randomInt(2 ** 31));

/** Seeds under which something was found. So many bodies of each are sent again. */
const pastSeeds: readonly number[] = [1];
const bodiesOfPastSeed = 1_000;

const lanes = 4;
const patience = 20_000;
const allowedMemory = 400 * 1024 * 1024;

interface Target {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly headers: readonly string[];
}

async function targetsOf({ daemon, basePath }: WatchedServer, dataDirectory: string): Promise<Target[]> {
  const repository = '-home-';
  const { node } = await daemon.client.createNode({
    repository,
    node: '-userhome-',
    type: 'ccm:io',
    body: { 'cm:name': ['Ziel.txt'] },
  });
  const token = (await readFile(join(dataDirectory, 'operator.token'), 'utf8')).trim();
  const signedIn = [`Authorization: Bearer ${token}`];
  const ofNode = `${basePath}/node/v1/nodes/-home-/${node.ref.id}`;
  const context = basePath.replace(/\/rest$/, '');
  return [
    { name: 'token', path: `${context}/oauth2/token`, headers: [] },
    { name: 'upload without a sign-in', path: `${ofNode}/content`, headers: [] },
    { name: 'upload', path: `${ofNode}/content?versionComment=`, headers: signedIn },
    { name: 'preview', path: `${ofNode}/preview?mimetype=image/png`, headers: signedIn },
    { name: 'text', path: `${ofNode}/textContent?mimetype=text/plain`, headers: signedIn },
    { name: 'application', method: 'PUT', path: `${basePath}/admin/v1/applications/xml`, headers: signedIn },
    { name: 'node', path: `${basePath}/node/v1/nodes/-home-/-userhome-/children?type=ccm:io`, headers: signedIn },
  ];
}

const requestOf = ({ method = 'POST', path, headers }: Target, body: FuzzBody): Buffer => {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, ...body.headers, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body.bytes]);
};

const unexpectedIn = (status: number, text: string): string | undefined => {
  if (status >= 500 && status !== 503) return `${status}`;
  if (status < 400) return undefined;
  try {
    return ErrorResponse.safeParse(JSON.parse(text)).success
      ? undefined
      : `${status}: no ErrorResponse: ${text.slice(0, 200)}`;
  } catch {
    return `${status}: no JSON: ${text.slice(0, 200)}`;
  }
};

/** Sends one body after the other, and says what was wrong with the answers. */
async function sendAll(
  server: WatchedServer,
  targets: readonly Target[],
  all: readonly FuzzBody[],
  count: (target: Target, status: number | string) => void,
): Promise<string[]> {
  const findings: string[] = [];
  let connection: Connection | undefined;
  for (const [at, body] of all.entries()) {
    if (server.death() !== undefined) break;
    const target = targets[at % targets.length];
    if (target === undefined) throw new Error('There is no target.');
    if (connection?.isOpen() !== true) connection = await openConnection(server.address, patience);
    const request = requestOf(target, body);
    const tell = (what: string): void =>
      void findings.push(`${target.name}: ${what}\n${request.toString('latin1').slice(0, 1_500)}`);
    try {
      const { status, body: answer } = await connection.exchange(request, { end: body.isCut });
      count(target, status);
      const unexpected = unexpectedIn(status, answer.toString());
      if (unexpected !== undefined) tell(unexpected);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      // A client that breaks off is owed no answer.
      if (body.isCut && error.reason === 'closed') count(target, 'broken off');
      else tell(error.message);
      connection.close();
      connection = undefined;
    }
  }
  connection?.close();
  return findings;
}

const unfinishedBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => /(?:^|\/)tmp\/|\.new$|\.part$/.test(name))
    // The folders of unfinished contents stay.
    .filter((name) => !/^content\/tmp\/[0-9a-f]$/.test(name));

test(`${bodies} mutated forms end no server, leave no file and take no memory`, async (context) => {
  requireProcessMemory(context);
  const dataDirectory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(dataDirectory));
  // Its own: other tests make temporary files at the same time.
  const temporary = await temporaryFolder();
  onTestFinished(() => removeFolder(temporary));
  const server = await startWatchedServer({ dataDirectory, environment: { TMPDIR: temporary } });
  onTestFinished(server.daemon.kill);
  const targets = await targetsOf(server, dataDirectory);
  const counts = new Map<string, number>();
  const count = ({ name }: Target, status: number | string): void => {
    const key = `${name} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  const sample = (seed: number, numRuns: number): FuzzBody[] => fc.sample(fuzzBodies, { seed, numRuns });
  const send = async (seed: number, numRuns: number): Promise<string[]> => {
    // A part at a time: the bodies themselves are large.
    const findings: string[] = [];
    const rounds = Math.ceil(numRuns / 1_000);
    for (let round = 0; round < rounds; round += 1) {
      const size = Math.ceil(numRuns / rounds / lanes);
      const all = Array.from({ length: lanes }, (_, lane) => sample(seed + round * lanes + lane, size));
      for (const found of await Promise.all(all.map((each) => sendAll(server, targets, each, count))))
        findings.push(...found);
    }
    return findings;
  };

  report(`fuzzing ${bodies} bodies, EDU_FUZZ_SEED=${firstSeed}`);
  const start = Date.now();
  const findings: string[] = [];
  for (const seed of pastSeeds) findings.push(...(await send(seed, bodiesOfPastSeed)));
  findings.push(...(await send(firstSeed, bodies / 2)));
  await residentBytes(server.daemon.pid);
  const middle = await peakBytes(server.daemon.pid);
  findings.push(...(await send(firstSeed + 1_000_000, bodies / 2)));
  const end = await residentBytes(server.daemon.pid);
  const peak = await server.peakBytes();

  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  for (const [key, times] of [...counts].toSorted()) report(`  ${key}: ${times}`);
  report(
    `${bodies} bodies in ${Math.round((Date.now() - start) / 1000)} s; server at most ${megabytes(peak)} MB, ${megabytes(middle)} MB in the middle, ${megabytes(end)} MB at the end`,
  );
  for (const finding of findings.slice(0, 10)) report(finding);

  expect(server.death()).toBe(undefined);
  expect(findings.slice(0, 10)).toEqual([]);
  expect(peak).toBeLessThan(allowedMemory);
  expect(end).toBeLessThan(middle * 1.2 + 20_000_000);
  // Valid forms are among them.
  for (const name of ['upload 200', 'text 200']) expect(counts.get(name), name).toBeGreaterThan(bodies / 200);
  expect(await readdir(temporary)).toEqual([]);
  expect(await server.daemon.stop()).toBe(0);
  expect(await unfinishedBelow(dataDirectory)).toEqual([]);
});
