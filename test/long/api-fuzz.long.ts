import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import type { Transport } from '../../src/contract/call.ts';
import { requireProcessMemory } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import type { FuzzCall } from '../fuzz/call.ts';
import { type DescribedOperation, describedOperations, type OpenApiDocument } from '../fuzz/described-operations.ts';
import { createFuzzer, type Finding, type Fuzzer, type Statuses } from '../fuzz/fuzzer.ts';
import { fuzzCalls, validCalls } from '../fuzz/generate-call.ts';
import { hintOf } from '../fuzz/hints.ts';
import { environmentOfIdentities, signIn } from '../fuzz/identities.ts';
import { startOtherRepositories } from '../fuzz/other-repositories.ts';
import { pastCalls, pastSeeds } from '../fuzz/past-findings.ts';
import { startWatchedServer, type WatchedServer } from '../fuzz/watched-server.ts';
import { createWorld, fillWorld, onNewest } from '../fuzz/world.ts';
import { backUp, operatorClient, operatorHeaders } from '../support/backups.ts';
import { admin, anna, basic } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, temporaryFolder } from '../support/repository.ts';
import { makeFile, pictureOf } from '../support/trees.ts';

/**
 * EDU_FUZZ_CALLS=100000 sends more; EDU_FUZZ_SEED repeats what an earlier run sent. A seed that found something is kept in
 * test/fuzz/past-findings.ts.
 */
const wanted = Number(process.env['EDU_FUZZ_CALLS'] ?? 20_000);
const firstSeed = Number(process.env['EDU_FUZZ_SEED'] ?? randomInt(2 ** 31));

const connections = 4;
const patience = 20_000;
const allowedMemory = 400 * 1024 * 1024;

/** So often is every operation answered 2xx at least. What the mixed calls lack, valid calls of one operation make up for. */
const neededSuccesses = 50;
const mostTries = 300;
/** The number of valid and hostile calls of the operations that come last. */
const lastCallCount = 40;

/** Whose file no call touches: no call knows the name, so their profile stays, too. */
const keeper = { userName: 'keeper-of-the-untouched', password: 'Hüterin: 3 «grün»' };

/** Exports are off by default, and then all calls for them are 404. */
const environment = {
  ...environmentOfIdentities,
  EDU_REPO_REPOSITORY_DATAPROTECTION_ENABLED: 'true',
  // The other repositories of the fuzzer are on this machine.
  EDU_REPO_NETWORK_ALLOWPRIVATE: 'true',
};

/** So many calls of each kind of finding are shown. */
const examples = 3;

const lineOf = ({ call, mistake }: Finding): string =>
  `${call.operation}: ${mistake}\n${JSON.stringify(call)}`.slice(0, 3_000);

/** Findings by what is alike in them, each with how often it came, and examples. */
function kindsOf(findings: readonly Finding[]): string[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = finding.mistake.slice(0, 60);
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  return [...kinds].map(([kind, all]) => {
    const byOperation = new Map(all.map((finding) => [finding.call.operation, finding]));
    return [`${all.length} times: ${kind}`, ...[...byOperation.values()].slice(0, examples).map(lineOf)].join('\n');
  });
}

function merged(fuzzers: readonly Fuzzer[], operations: readonly DescribedOperation[]): Map<string, Statuses> {
  return new Map(
    operations.map(({ id }) => {
      const all: Statuses = new Map();
      for (const { statuses } of fuzzers) {
        for (const [status, count] of statuses.get(id) ?? []) all.set(status, (all.get(status) ?? 0) + count);
      }
      return [id, all];
    }),
  );
}

/** The server has another port after a restart, and so have the addresses in its answers. */
const withoutPorts = (picture: unknown): string => JSON.stringify(picture).replaceAll(/127\.0\.0\.1:\d+/g, 'host');

const countSuccesses = (statuses: Statuses = new Map()): number =>
  [...statuses].reduce((sum, [status, count]) => (status < 300 ? sum + count : sum), 0);

const successesOf = (fuzzers: readonly Fuzzer[], id: string): number =>
  fuzzers.reduce((sum, { statuses }) => sum + countSuccesses(statuses.get(id)), 0);

const lacking = (fuzzers: readonly Fuzzer[], operations: readonly DescribedOperation[]): DescribedOperation[] =>
  operations.filter(({ id }) => successesOf(fuzzers, id) < neededSuccesses);

/** An operation after those that make what it uses up, the first of them first. */
function chainTo(operation: DescribedOperation, operations: readonly DescribedOperation[]): DescribedOperation[] {
  const maker = operations.find(({ id }) => id === hintOf(operation.id).after);
  return maker === undefined ? [operation] : [...chainTo(maker, operations), operation];
}

const sampled = (operation: DescribedOperation): FuzzCall[] => {
  const calls = fc.sample(validCalls(operation), { seed: firstSeed, numRuns: mostTries });
  return hintOf(operation.id).after === undefined ? calls : calls.map(onNewest);
};

/** Sends valid calls of these operations until each has succeeded often enough. Each connection takes its share of the operations. */
async function makeUpFor(
  behind: readonly DescribedOperation[],
  fuzzers: readonly Fuzzer[],
  operations: readonly DescribedOperation[],
): Promise<void> {
  await Promise.all(
    fuzzers.map(async (fuzzer, lane) => {
      for (const operation of behind.filter((_, at) => at % fuzzers.length === lane)) {
        const chain = chainTo(operation, operations).map(sampled);
        for (let at = 0; at < mostTries && successesOf(fuzzers, operation.id) < neededSuccesses; at += 1) {
          await fuzzer.send(chain.flatMap((calls) => calls[at] ?? []));
        }
      }
    }),
  );
}

/** Whether an operation makes backups or hashes passwords, which takes time and memory. */
const isSlow = ({ id }: DescribedOperation): boolean => hintOf(id).weight === 1;

/** Sends valid calls of the operations that succeeded too seldom. The slow ones run one at a time. */
async function makeUp(fuzzers: readonly Fuzzer[], operations: readonly DescribedOperation[]): Promise<void> {
  const behind = lacking(fuzzers, operations);
  report(`valid calls make up for ${behind.map(({ id }) => id).join(', ') || 'nothing'}`);
  await makeUpFor(
    behind.filter((operation) => !isSlow(operation)),
    fuzzers,
    operations,
  );
  for (const operation of behind.filter(isSlow)) await makeUpFor([operation], fuzzers, operations);
}

/** What to do about an operation whose calls do not succeed. */
function adviceFor(fuzzers: readonly Fuzzer[], { id }: DescribedOperation): string {
  const all = fuzzers.flatMap(({ refusals }) => refusals.get(id) ?? []);
  return [
    `${id} was answered 2xx ${successesOf(fuzzers, id)} times, and not ${neededSuccesses} times.`,
    `Say in test/fuzz/hints.ts what a valid call of it is. The last refusals: ${all.join('\n')}`,
  ].join(' ');
}

function tell(statuses: ReadonlyMap<string, Statuses>): void {
  for (const [id, counts] of statuses) {
    const all = [...counts].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
    report(`  ${id.padEnd(24)} ${all.join(', ')}`);
  }
}

/** The calls of this run: those that found something before, those of the seeds that did, and new ones. */
function* callsOf(arbitrary: fc.Arbitrary<FuzzCall>, seed: number, lane: number): Generator<FuzzCall> {
  if (lane === 0) yield* pastCalls;
  for (const past of pastSeeds)
    yield* fc.sample(arbitrary, { seed: past.seed + lane, numRuns: past.calls / connections });
  const ofPast = pastSeeds.reduce((sum, { calls }) => sum + calls, 0);
  yield* fc.sample(arbitrary, { seed: seed + lane, numRuns: Math.max(0, Math.ceil((wanted - ofPast) / connections)) });
}

async function served(): Promise<{ server: WatchedServer; dataDirectory: string }> {
  const dataDirectory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(dataDirectory));
  const server = await startWatchedServer({ dataDirectory, environment });
  onTestFinished(server.daemon.kill);
  return { server, dataDirectory };
}

/** A folder for backups, and a backup in it. */
async function placeForBackups(send: Transport, dataDirectory: string): Promise<[folder: string, previous: string]> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const previous = join(folder, 'previous');
  await backUp(await operatorClient(send, dataDirectory), previous);
  return [folder, previous];
}

test(`${wanted} calls, valid and hostile, are answered as the document says`, async (context) => {
  requireProcessMemory(context);
  const { server, dataDirectory } = await served();
  const http = createHttpTransport({ baseUrl: new URL(server.daemon.url) });
  onTestFinished(http.close);
  const asAnna = createClient(http.send, () => basic(anna));
  const asAdmin = createClient(http.send, () => basic(admin));
  await asAdmin.createPerson({ repository: '-home-', person: keeper.userName, password: keeper.password, body: {} });
  const asKeeper = createClient(http.send, () => basic(keeper));
  const untouched = await makeFile(asKeeper, 'Daran rührt kein Aufruf.', { name: 'Unberührt.txt' });
  const before = await pictureOf(asKeeper, untouched);

  const others = await startOtherRepositories();
  onTestFinished(others.stop);
  const world = createWorld();
  world.add('origins', others.origin);
  const app = await fillWorld(world, asAnna, asAdmin);
  world.add('backups', ...(await placeForBackups(http.send, dataDirectory)));
  const credentialsOf = await signIn(http.send, app, await operatorHeaders(dataDirectory));
  const operations = describedOperations((await asAnna.getOpenApi()) as unknown as OpenApiDocument);
  const isOver = (): boolean => server.death() !== undefined;
  const options = { address: server.address, operations, world, credentialsOf, patience, isOver };
  const fuzzers = Array.from({ length: connections }, () => createFuzzer(options));
  report(`fuzzing ${wanted} calls, EDU_FUZZ_SEED=${firstSeed}`);
  const arbitrary = fuzzCalls(operations.filter(({ id }) => hintOf(id).comesLast !== true));
  const lastCalls = fuzzCalls(operations.filter(({ id }) => hintOf(id).comesLast === true));
  const start = Date.now();
  await Promise.all(fuzzers.map((fuzzer, lane) => fuzzer.send(callsOf(arbitrary, firstSeed, lane))));
  await fuzzers[0]?.send(fc.sample(lastCalls, { seed: firstSeed, numRuns: lastCallCount }));
  if (!isOver()) await makeUp(fuzzers, operations);
  for (const fuzzer of fuzzers) fuzzer.close();

  const findings = kindsOf(fuzzers.flatMap((fuzzer) => fuzzer.findings));
  const statuses = merged(fuzzers, operations);
  tell(statuses);
  const peak = await server.peakBytes();
  const megabytes = Math.round(peak / 1024 / 1024);
  report(`${wanted} calls in ${Math.round((Date.now() - start) / 1000)} s, server at most ${megabytes} MB`);
  for (const finding of findings) report(finding);
  if (findings.length > 0) report(`keep EDU_FUZZ_SEED=${firstSeed}, or the calls above, in test/fuzz/past-findings.ts`);

  expect(server.death()).toBe(undefined);
  expect(findings).toEqual([]);
  expect(peak).toBeLessThan(allowedMemory);
  expect(lacking(fuzzers, operations).map((operation) => adviceFor(fuzzers, operation))).toEqual([]);

  expect(await pictureOf(asKeeper, untouched)).toEqual(before);
  expect(await server.daemon.stop()).toBe(0);
  const again = await startWatchedServer({ dataDirectory, environment });
  onTestFinished(again.daemon.kill);
  const httpAgain = createHttpTransport({ baseUrl: new URL(again.daemon.url) });
  onTestFinished(httpAgain.close);
  const asKeeperAgain = createClient(httpAgain.send, () => basic(keeper));
  expect(withoutPorts(await pictureOf(asKeeperAgain, untouched))).toBe(withoutPorts(before));
  expect(await again.daemon.stop()).toBe(0);
});
