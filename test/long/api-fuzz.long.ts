import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { requireProcessMemory } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import type { FuzzCall } from '../fuzz/call.ts';
import { type DescribedOperation, describedOperations, type OpenApiDocument } from '../fuzz/described-operations.ts';
import { createFuzzer, type Finding, type Fuzzer, type Statuses } from '../fuzz/fuzzer.ts';
import { fuzzCalls } from '../fuzz/generate-call.ts';
import { environmentOfIdentities, signIn } from '../fuzz/identities.ts';
import { pastCalls, pastSeeds } from '../fuzz/past-findings.ts';
import { startWatchedServer, type WatchedServer } from '../fuzz/watched-server.ts';
import { createWorld, fillWorld } from '../fuzz/world.ts';
import { admin, anna, basic } from '../support/people.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';
import { makeFile, pictureOf } from '../support/trees.ts';

/** EDU_FUZZ_CALLS=100000 sends more; EDU_FUZZ_SEED repeats what an earlier run sent. */
const wanted = Number(process.env['EDU_FUZZ_CALLS'] ?? 20_000);
const firstSeed = Number(process.env['EDU_FUZZ_SEED'] ?? randomInt(2 ** 31));

const connections = 4;
const patience = 20_000;
const allowedMemory = 400 * 1024 * 1024;

/** Passwords that are set are slow to hash, on purpose; files that come in are read by another process. */
const rare = {
  ...{ setPersonCredential: 1, createPerson: 5, importMetadata: 3, getOpenApi: 3, getOpenApiAsGET1: 3 },
  // It waits until all requested exports are created.
  runDataExports: 5,
};

/** Exports are off by default, and then all calls for them are 404. */
const environment = { ...environmentOfIdentities, EDU_REPO_REPOSITORY_DATAPROTECTION_ENABLED: 'true' };

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

const successes = (statuses: Statuses): number =>
  [...statuses].reduce((sum, [status, count]) => (status < 400 ? sum + count : sum), 0);

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
  yield* fc.sample(arbitrary, { seed: seed + lane, numRuns: Math.ceil(wanted / connections) });
}

async function served(): Promise<{ server: WatchedServer; dataDirectory: string }> {
  const dataDirectory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(dataDirectory));
  const server = await startWatchedServer({ dataDirectory, environment });
  onTestFinished(server.daemon.kill);
  return { server, dataDirectory };
}

test(`${wanted} calls, valid and hostile, are answered as the document says`, async (context) => {
  requireProcessMemory(context);
  const { server, dataDirectory } = await served();
  const http = createHttpTransport({ baseUrl: new URL(server.daemon.url) });
  onTestFinished(http.close);
  const asAnna = createClient(http.send, () => basic(anna));
  const asAdmin = createClient(http.send, () => basic(admin));
  const untouched = await makeFile(asAdmin, 'Daran rührt kein Aufruf.', { name: 'Unberührt.txt' });
  const before = await pictureOf(asAdmin, untouched);

  const world = createWorld();
  const app = await fillWorld(world, asAnna, asAdmin);
  const credentialsOf = await signIn(http.send, app);
  const operations = describedOperations((await asAnna.getOpenApi()) as unknown as OpenApiDocument);
  const isOver = (): boolean => server.death() !== undefined;
  const options = { address: server.address, operations, world, credentialsOf, patience, isOver };
  const fuzzers = Array.from({ length: connections }, () => createFuzzer(options));
  report(`fuzzing ${wanted} calls, EDU_FUZZ_SEED=${firstSeed}`);
  const arbitrary = fuzzCalls(operations, rare);
  const start = Date.now();
  await Promise.all(fuzzers.map((fuzzer, lane) => fuzzer.send(callsOf(arbitrary, firstSeed, lane))));
  for (const fuzzer of fuzzers) fuzzer.close();

  const findings = kindsOf(fuzzers.flatMap((fuzzer) => fuzzer.findings));
  const statuses = merged(fuzzers, operations);
  tell(statuses);
  const peak = await server.peakBytes();
  const megabytes = Math.round(peak / 1024 / 1024);
  report(`${wanted} calls in ${Math.round((Date.now() - start) / 1000)} s, server at most ${megabytes} MB`);
  for (const finding of findings) report(finding);

  expect(server.death()).toBe(undefined);
  expect(findings).toEqual([]);
  expect(peak).toBeLessThan(allowedMemory);
  expect([...statuses].filter(([, counts]) => successes(counts) === 0).map(([id]) => id)).toEqual([]);

  expect(await pictureOf(asAdmin, untouched)).toEqual(before);
  expect(await server.daemon.stop()).toBe(0);
  const again = await startWatchedServer({ dataDirectory, environment });
  onTestFinished(again.daemon.kill);
  const httpAgain = createHttpTransport({ baseUrl: new URL(again.daemon.url) });
  onTestFinished(httpAgain.close);
  const asAdminAgain = createClient(httpAgain.send, () => basic(admin));
  expect(withoutPorts(await pictureOf(asAdminAgain, untouched))).toBe(withoutPorts(before));
  expect(await again.daemon.stop()).toBe(0);
});
