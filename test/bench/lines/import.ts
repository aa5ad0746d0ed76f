import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialize } from '../../../src/daemon/data-directory/initialize.ts';
import type { Bench, Group } from '../bench.ts';
import { programs, runForJson, start } from '../child.ts';
import { type Measurement, median } from '../figures.ts';
import { type FileSet, fileSets, requireRoom } from '../import-files.ts';
import { comparedLine, type Line, plainLine } from '../line.ts';
import { cpuSeconds, forgetPeak, memoryOf } from '../process-figures.ts';
import { admin, command, createPerson, type Repository, startRepository, teacher } from '../repository.ts';
import { isLevel, settle } from '../settle.ts';
import { type Usage, usageUntilEnd } from '../usage.ts';

const megabyte = 1_048_576;
const look = 20;
/** A round of all sets takes minutes. */
const maxRounds = 3;

/** One import into an empty repository. */
interface Import {
  /** How many files it brought in. */
  readonly count: number;
  readonly seconds: number;
  readonly client: Usage;
  /** The highest memory of a client that imports one small file, in bytes. */
  readonly idleClient: number;
  /** Undefined where the command opens the repository itself. */
  readonly server?: {
    /** CPU seconds until it is at rest again. */
    readonly cpu: number;
    /** The highest memory, and what it had before, in bytes. */
    readonly peak: number;
    readonly idle: number;
    /** From the start of the import until the index has everything. */
    readonly untilFound: number;
  };
}

/** The folders of a run: the files, one small file, and the place where one copy or repository at a time is made. */
interface Folders {
  readonly source: string;
  readonly small: string;
  readonly target: string;
}

/** Does the work with an empty target on a disk that has nothing left to write; removes the target in the end. */
async function withTarget<T>({ target }: Folders, work: () => Promise<T>): Promise<T> {
  try {
    await mkdir(target);
    await start(['sync', '-f', target]).ended;
    return await work();
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

const copyByThreads = ({ source, target }: Folders): Promise<{ seconds: number; cpu: number }> =>
  runForJson([process.execPath, programs.fourThreads, source, target]);

async function copyAndSync({ source, target }: Folders): Promise<{ seconds: number }> {
  const from = performance.now();
  await start(['cp', '-r', source, target]).ended;
  await start(['sync', '-f', target]).ended;
  return { seconds: (performance.now() - from) / 1000 };
}

/** Imports a folder into the home folder of the user. */
async function runImport(
  { options: { profile } }: Bench,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Pick<Import, 'count' | 'seconds' | 'client'>> {
  const [node, program] = command;
  const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const from = performance.now();
  const child = start([node, ...profiling, program, 'import', ...words, '-o', 'json'], { environment });
  const client = await usageUntilEnd(child);
  await child.ended;
  const seconds = (performance.now() - from) / 1000;
  // The form is the command's own.
  const { files } = JSON.parse(child.lines.join('')) as { readonly files: { readonly created: number } };
  return { count: files.created, seconds, client };
}

async function importAtRest(bench: Bench, { source, small }: Folders, subject: Repository): Promise<Import> {
  const { pid } = subject.server;
  const idle = await runImport(bench, [small], subject.environment);
  await settle(subject);
  forgetPeak(pid);
  const [before, cpuBefore, from] = [memoryOf(pid)?.resident ?? Number.NaN, cpuSeconds(pid), performance.now()];
  const imported = await runImport(bench, [source], subject.environment);
  while (!(await isLevel(subject))) await sleep(look);
  const untilFound = (performance.now() - from) / 1000;
  await settle(subject);
  const peak = memoryOf(pid)?.peak ?? Number.NaN;
  const server = { cpu: cpuSeconds(pid) - cpuBefore, peak, idle: before, untilFound };
  return { ...imported, idleClient: idle.client.peak, server };
}

/** A teacher imports into a running server by its address. */
async function importByServer(bench: Bench, folders: Folders): Promise<Import> {
  const subject = await startRepository({ dataDirectory: folders.target, profile: bench.options.profile });
  try {
    await createPerson(subject, teacher);
    return await importAtRest(bench, folders, subject);
  } finally {
    await subject.close();
  }
}

/** The owner of a data directory imports while no server runs: the command opens the directory itself. */
async function importEmbedded(bench: Bench, { source, small, target }: Folders): Promise<Import> {
  await initialize({ dataDirectory: target, adminPassword: admin.password });
  const idle = await runImport(bench, [small, '--data', target]);
  return { ...(await runImport(bench, [source, '--data', target])), idleClient: idle.client.peak };
}

/** What was measured of one set of files, by round. */
interface Taken {
  readonly threads: { seconds: number; cpu: number }[];
  readonly copy: { seconds: number }[];
  readonly server: Import[];
  readonly embedded: Import[];
}

async function measureSet(bench: Bench, set: FileSet, folders: Folders): Promise<Taken> {
  const taken: Taken = { threads: [], copy: [], server: [], embedded: [] };
  try {
    await mkdir(folders.source);
    await set.write(folders.source);
    for (let round = 0; round < Math.min(bench.options.rounds, maxRounds); round += 1) {
      taken.threads.push(await withTarget(folders, () => copyByThreads(folders)));
      taken.copy.push(await withTarget(folders, () => copyAndSync(folders)));
      taken.server.push(await withTarget(folders, () => importByServer(bench, folders)));
      taken.embedded.push(await withTarget(folders, () => importEmbedded(bench, folders)));
    }
    for (const { count } of [...taken.server, ...taken.embedded]) {
      if (count !== set.count) throw new Error(`${count} of ${set.count} files were imported: nothing was measured.`);
    }
    return taken;
  } finally {
    await rm(folders.source, { recursive: true, force: true });
  }
}

const inMegabytes = (bytes: readonly number[]): Measurement[] => bytes.map((value) => ({ value: value / megabyte }));

/** Megabytes and CPU seconds, in words. */
function remarkOf({ count, size }: FileSet, imports: readonly Import[]): string {
  const middle = (figure: (one: Import) => number): string => median(imports.map(figure)).toPrecision(3);
  const rate = `${middle(({ seconds }) => (count * size) / megabyte / seconds)} MB/s`;
  const cpu = `CPU ${middle(({ client }) => client.cpu)} s client`;
  const ofServer = imports[0]?.server ? `, ${middle(({ server }) => server?.cpu ?? Number.NaN)} s server` : '';
  return `${rate}, ${cpu}${ofServer}`;
}

/** Compares one way of importing with both floors, and its memory with that of importing one small file. */
function wayLines(set: FileSet, way: string, taken: Taken, imports: readonly Import[]): Line[] {
  const title = `import of ${set.title}, ${way}`;
  const [units, unit] = set.count > 1 ? [set.count, 'files/s'] : [set.size / megabyte, 'MB/s'];
  const rated = (one: { readonly seconds: number; readonly cpu?: number }): Measurement => ({
    value: units / one.seconds,
    ...(one.cpu === undefined ? {} : { cpu: one.cpu / units }),
  });
  const subject = imports.map(({ seconds, client, server }) =>
    rated({ seconds, cpu: client.cpu + (server?.cpu ?? 0) }),
  );
  const threads = comparedLine(`${title} (floor: four threads)`, unit, taken.threads.map(rated), subject, {
    comparison: 'at least',
    value: 0.5,
  });
  return [
    { ...threads, remark: remarkOf(set, imports) },
    comparedLine(`${title} (floor: cp -r, sync)`, unit, taken.copy.map(rated), subject),
    comparedLine(
      'the same: memory of the client (floor: one small file)',
      'MB',
      inMegabytes(imports.map(({ idleClient }) => idleClient)),
      inMegabytes(imports.map(({ client }) => client.peak)),
    ),
  ];
}

function serverLines(imports: readonly Import[]): Line[] {
  const servers = imports.flatMap(({ server }) => server ?? []);
  return [
    comparedLine(
      'the same: memory of the server (floor: before)',
      'MB',
      inMegabytes(servers.map(({ idle }) => idle)),
      inMegabytes(servers.map(({ peak }) => peak)),
    ),
    plainLine(
      'the same: until the index has all files',
      's',
      servers.map(({ untilFound }) => ({ value: untilFound })),
    ),
  ];
}

/** Folders that the command line imports, into a running server and without one, beside copying them on the same disk. */
export const importFolders: Group = async (bench) => {
  // The machine is the subject's alone.
  await bench.stopRepository();
  const sets = fileSets(bench.options);
  await requireRoom(bench.folder, sets);
  const inFolder = (name: string): string => join(bench.folder, name);
  const folders: Folders = { source: inFolder('files'), small: inFolder('small'), target: inFolder('imported') };
  await mkdir(folders.small);
  await writeFile(join(folders.small, 'Notiz.txt'), 'Eine Notiz.\n');
  const lines: Line[] = [];
  for (const set of sets) {
    const taken = await measureSet(bench, set, folders);
    lines.push(...wayLines(set, 'by a server', taken, taken.server), ...serverLines(taken.server));
    lines.push(...wayLines(set, 'without a server', taken, taken.embedded));
  }
  return lines;
};
