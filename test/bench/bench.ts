import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Child, ofPackage, programs, start, stopAll } from './child.ts';
import { type Fixture, fill } from './fixture.ts';
import type { Line } from './line.ts';
import type { BenchOptions } from './options.ts';
import { dataDirectoryIn, type Repository, startRepository } from './repository.ts';
import { settle } from './settle.ts';

/** What the groups of lines share in a run. */
export interface Bench {
  readonly options: BenchOptions;
  /** On a real disk; everything in it is removed at the end. */
  readonly folder: string;
  /** The filled repository, running where it is wanted: it is made at the first use, and started anew to move. */
  repository(place?: Place): Promise<Repository>;
  /** The same, as soon as it accepts requests. */
  start(place: Place): Promise<Repository>;
  fixture(): Promise<Fixture>;
  /** The floor server and the address in front of its paths. */
  hello(): Promise<{ readonly server: Child; readonly url: string }>;
  /** Stops the repository; the next use starts it anew with the same data. */
  stopRepository(): Promise<void>;
}

/** `one core`: the same as the floor server has. */
type Place = 'one core' | 'any core';

/** Lines that are measured together. */
export type Group = (bench: Bench) => Promise<readonly Line[]>;

/** Servers share one core and clients another, where there are several: otherwise they take each other's time. */
export const cores = { server: 0, clients: 1 } as const;

const inMemory = new Set(['tmpfs', 'ramfs']);

/** Whether what is synced there goes to a disk at all. */
async function isOnDisk(folder: string): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  const around = mounts.filter(([, place = '']) => place === '/' || `${folder}/`.startsWith(`${place}/`));
  const nearest = around.reduce((best, mount) => ((mount[1] ?? '').length >= (best[1] ?? '').length ? mount : best));
  return !inMemory.has(nearest[2] ?? '');
}

async function makeFolder(): Promise<string> {
  for (const place of [tmpdir(), dirname(ofPackage('.'))]) {
    if (await isOnDisk(place)) return mkdtemp(join(place, 'edu-repo-bench-'));
  }
  throw new Error('Durable writing cannot be measured: set TMPDIR to a folder on a disk.');
}

/** Runs `work` with a bench, and leaves no process and no file behind, however it ends. */
export async function withBench<T>(options: BenchOptions, work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await makeFolder();
  let repository: Promise<Repository> | undefined;
  let fixture: Promise<Fixture> | undefined;
  let hello: Promise<{ server: Child; url: string }> | undefined;

  let placed: Place = 'one core';

  const open = (place: Place): Promise<Repository> =>
    startRepository({
      dataDirectory: dataDirectoryIn(folder),
      profile: options.profile,
      ...(place === 'one core' ? { core: cores.server } : {}),
    });
  const startHello = async () => {
    const server = start([process.execPath, programs.hello], { core: cores.server });
    return { server, url: (await server.line('ready ')).slice('ready '.length) };
  };
  const bench: Bench = {
    options,
    folder,
    async start(place) {
      if (place !== placed) await bench.stopRepository();
      placed = place;
      repository ??= open(place);
      return repository;
    },
    async repository(place = 'one core') {
      const opened = await bench.start(place);
      fixture ??= fill(opened, options);
      await fixture;
      await settle(opened);
      return opened;
    },
    async fixture() {
      await bench.repository(placed);
      if (fixture === undefined) throw new Error('The repository was not filled.');
      return fixture;
    },
    hello() {
      hello ??= startHello();
      return hello;
    },
    async stopRepository() {
      await (await repository)?.close();
      repository = undefined;
    },
  };
  const cleanUp = async (): Promise<void> => {
    await stopAll();
    // Until what was just being written there has failed.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return cleaningUp(cleanUp, async () => {
    try {
      return await work(bench);
    } finally {
      await bench.stopRepository();
    }
  });
}

/** Runs `work`, and `cleanUp` behind it, also where a signal ends the bench. */
export async function cleaningUp<T>(cleanUp: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const interrupted = (): void => {
    const end = (): never => process.exit(130);
    cleanUp().then(end, end);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    await cleanUp();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
