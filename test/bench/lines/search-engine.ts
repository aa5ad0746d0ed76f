import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Bench, Group } from '../bench.ts';
import { inSubject, ofPackage, programs, runForJson, start } from '../child.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine, type Line, plainLine, type Wanted } from '../line.ts';
import { installPeers } from '../peers.ts';

type Kind = 'single' | 'and' | 'prefix' | 'typo' | 'facets' | 'facets and filter';

/** Of all queries of a kind: milliseconds, and CPU seconds, that half of them and 99 of 100 keep below. */
interface Latency {
  readonly p50: Measurement;
  readonly p99: Measurement;
}

interface Size {
  readonly documents: number;
  /** Queries of each kind. */
  readonly queries: number;
  readonly rounds: number;
  /** How often as long as `node -e 0` a process may take that reads the snapshot and answers. */
  readonly load: number;
}

const atMost = (value: number): Wanted => ({ comparison: 'at most', value });

/** What is compared with what of the peer; it knows no typos, and its prefix is the nearest that it has. */
const comparisons: readonly {
  readonly kind: Kind;
  readonly name: string;
  readonly peer: Exclude<Kind, 'typo'>;
  readonly wanted: { readonly p50?: number; readonly p99?: number };
}[] = [
  { kind: 'single', name: 'one word', peer: 'single', wanted: { p99: 0.2 } },
  { kind: 'and', name: 'two words', peer: 'and', wanted: { p99: 0.5 } },
  { kind: 'prefix', name: 'beginning of a word', peer: 'prefix', wanted: { p99: 0.2 } },
  { kind: 'typo', name: 'word with a typo (FTS5: beginning)', peer: 'prefix', wanted: { p99: 0.2 } },
  { kind: 'facets', name: 'three facets over all hits', peer: 'facets', wanted: { p50: 0.05, p99: 0.1 } },
  { kind: 'facets and filter', name: 'the same of one value', peer: 'facets and filter', wanted: {} },
];

const loadRounds = 10;
const kilobyte = 1024;

/** Bundles the program with the engine as `npm run build` does, and beside that build, where its thread is found. */
async function bundleSubject(): Promise<string> {
  const file = inSubject(ofPackage('dist/bench/search-subject.js'));
  const bundle = await rolldown({ input: programs.searchSubject, platform: 'node' });
  await bundle.write({ file });
  return file;
}

/** Runs one of the two programs with a job, in a process of its own. */
async function createRunner(bench: Bench, folder: string, { documents, queries }: Size) {
  const searchSubject = await bundleSubject();
  const run = <T>(program: string, job: string, place = folder): Promise<T> => {
    const { profile } = bench.options;
    const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
    const words = [job, place, String(documents), String(queries)];
    return runForJson<T>([process.execPath, '--expose-gc', ...profiling, program, ...words]);
  };
  return {
    ofPeer: <T>(job: 'build' | 'query') => run<T>(programs.searchPeer, job),
    ofSubject: <T>(job: 'build' | 'query' | 'load' | 'memory', place?: string) => run<T>(searchSubject, job, place),
  };
}

type Runner = Awaited<ReturnType<typeof createRunner>>;

async function latencyLines({ ofPeer, ofSubject }: Runner, size: Size, title: string): Promise<Line[]> {
  const peer: Record<string, Latency>[] = [];
  const subject: Record<string, Latency>[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    peer.push(await ofPeer('query'));
    subject.push(await ofSubject('query'));
  }
  const taken = (all: readonly Record<string, Latency>[], kind: Kind, figure: keyof Latency): Measurement[] =>
    all.map((round) => round[kind]?.[figure] ?? { value: Number.NaN });
  return comparisons.flatMap(({ kind, name, peer: other, wanted }) =>
    (['p50', 'p99'] as const).map((figure) => {
      const limit = wanted[figure];
      return comparedLine(
        `${title}: ${name}, ${figure}`,
        'ms',
        taken(peer, other, figure),
        taken(subject, kind, figure),
        limit === undefined ? undefined : atMost(limit),
      );
    }),
  );
}

async function buildLine({ ofPeer, ofSubject }: Runner, title: string): Promise<Line> {
  // The folder is filled once: what builds a second time would find what the first one left.
  const [floor, subject] = [await ofPeer<Measurement>('build'), await ofSubject<Measurement>('build')];
  return comparedLine(`${title}: building, with the snapshot`, '1/s', [floor], [subject], {
    comparison: 'at least',
    value: 1.3,
  });
}

/** Milliseconds of a whole process. */
async function timed(run: () => Promise<unknown>): Promise<Measurement> {
  const from = performance.now();
  await run();
  return { value: performance.now() - from };
}

async function loadLine({ ofSubject }: Runner, size: Size, title: string): Promise<Line> {
  const taken = await inTurns(loadRounds, {
    floor: () => timed(() => start([process.execPath, '-e', '0']).ended),
    subject: () => timed(() => ofSubject('load')),
  });
  const name = `${title}: start, snapshot and a first answer (floor: node -e 0)`;
  return comparedLine(name, 'ms', taken.floor, taken.subject, atMost(size.load));
}

async function memoryLine({ ofSubject }: Runner, empty: string, size: Size, title: string): Promise<Line> {
  const rest = await ofSubject<{ resident: number }>('memory', empty);
  const full = await ofSubject<{ resident: number }>('memory');
  const each = (full.resident - rest.resident) / kilobyte / size.documents;
  const remark = `${Math.round(rest.resident / kilobyte / kilobyte)} MB with an empty index`;
  return plainLine(`${title}: memory of a document`, 'KB', [{ value: each }], { wanted: atMost(0.7), remark });
}

/** Searching in the engine itself beside SQLite FTS5: each in a process of its own, over the same documents. */
const searchOver =
  (sizeOf: (options: Bench['options']) => Size): Group =>
  async (bench) => {
    await installPeers();
    // The machine is theirs alone.
    await bench.stopRepository();
    const size = sizeOf(bench.options);
    const [folder, empty] = [await mkdtemp(join(bench.folder, 'search-')), await mkdtemp(join(bench.folder, 'empty-'))];
    const runner = await createRunner(bench, folder, size);
    const title = `search in ${size.documents.toLocaleString('en')}`;
    try {
      return [
        await buildLine(runner, title),
        ...(await latencyLines(runner, size, title)),
        await loadLine(runner, size, title),
        await memoryLine(runner, empty, size, title),
      ];
    } finally {
      await Promise.all([folder, empty].map((place) => rm(place, { recursive: true, force: true })));
    }
  };

/** With 100,000 documents: 2,000 queries of each kind. */
export const searchEngine = searchOver(({ rounds }) => ({
  documents: 100_000,
  queries: 2_000,
  rounds: Math.min(rounds, 3),
  load: 4,
}));

/** With a million documents: 200 queries of each kind, one run. */
export const searchMillion = searchOver(() => ({ documents: 1_000_000, queries: 200, rounds: 1, load: 10 }));
