import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleaningUp } from './bench.ts';
import { checkoutVariable, start, stopAll } from './child.ts';
import { median, spread } from './figures.ts';
import type { Line } from './line.ts';
import type { BenchOptions } from './options.ts';

/** The same line, measured with two builds in turns. */
export interface TwinLine {
  readonly name: string;
  readonly unit: string;
  /** Medians of the rounds. */
  readonly here: number;
  readonly there: number;
  /** Of the two medians: here to there. */
  readonly ratio: number;
  /** Of the rounds of each: the highest to the lowest. */
  readonly spreads: readonly [number, number];
  /** How often as much as the floor, where there is one. */
  readonly hereToFloor?: number;
  readonly thereToFloor?: number;
}

/** The options of a run of one round with one of the builds. */
function wordsOf(options: BenchOptions, files: { readonly json: string; readonly fixtures: string }): string[] {
  const { nodes, people, seconds, largeFile, requests, only } = options;
  const numbers = { nodes, people, seconds, requests, megabytes: largeFile / 1_048_576, rounds: 1 };
  const words = Object.entries({ ...numbers, ...files }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return only === undefined ? words : [...words, '--only', [...only].join(',')];
}

/** Runs the bench once more, in a process of its own, with the server of a checkout. */
async function runOnce(options: BenchOptions, checkout: string | undefined, fixtures: string): Promise<Line[]> {
  await mkdir(fixtures, { recursive: true });
  const json = join(fixtures, 'figures.json');
  const program = process.argv[1] ?? '';
  const command = [process.execPath, ...process.execArgv, program, ...wordsOf(options, { json, fixtures })];
  await start(command, checkout === undefined ? {} : { environment: { [checkoutVariable]: checkout } }).ended;
  // The run has just written them there.
  const { lines } = JSON.parse(await readFile(json, 'utf8')) as { lines: Line[] };
  return lines;
}

function twinOf(here: readonly Line[], there: readonly Line[]): TwinLine {
  const { name = '', unit = '' } = here[0] ?? {};
  const subjects = [here, there].map((lines) => lines.map(({ subject }) => subject));
  const [mine = [], others = []] = subjects;
  const toFloor = (lines: readonly Line[]): number | undefined => {
    const ratios = lines.flatMap(({ ratio }) => ratio ?? []);
    return ratios.length === 0 ? undefined : median(ratios);
  };
  const [hereToFloor, thereToFloor] = [toFloor(here), toFloor(there)];
  return {
    name,
    unit,
    here: median(mine),
    there: median(others),
    ratio: median(mine) / median(others),
    spreads: [spread(mine), spread(others)],
    ...(hereToFloor === undefined ? {} : { hereToFloor }),
    ...(thereToFloor === undefined ? {} : { thereToFloor }),
  };
}

/**
 * Measures with this build and with that of the other checkout in turns. Each makes repositories of its own, and keeps that of `day`
 * in a folder of its own below `options.fixtures`.
 */
export async function measureAgainst(options: BenchOptions, folder: string): Promise<TwinLine[]> {
  const other = resolve(folder);
  if (!existsSync(join(other, 'dist'))) throw new Error(`${other} has no build: run npm run build there first.`);
  const place = options.fixtures ?? (await mkdtemp(join(tmpdir(), 'edu-repo-bench-against-')));
  const [mine, others] = [join(place, 'here'), join(place, 'there')];
  const rounds: { here: Line[]; there: Line[] }[] = [];
  const cleanUp = async (): Promise<void> => {
    await stopAll();
    if (options.fixtures === undefined) await rm(place, { recursive: true, force: true });
  };
  await cleaningUp(cleanUp, async () => {
    for (let round = 1; round <= options.rounds; round += 1) {
      console.error(`round ${round} of ${options.rounds}`);
      rounds.push({ here: await runOnce(options, undefined, mine), there: await runOnce(options, other, others) });
    }
  });
  const names = rounds[0]?.here.map(({ name }) => name) ?? [];
  const withName = (name: string, which: 'here' | 'there'): Line[] =>
    rounds.flatMap((round) => round[which].filter((line) => line.name === name));
  return names.map((name) => twinOf(withName(name, 'here'), withName(name, 'there')));
}
