import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, cores, type Group } from '../bench.ts';
import { type Child, pinSelf } from '../child.ts';
import { countOf, type Latencies, percentile, work } from '../day/load.ts';
import { createMix, type Kind, kinds, type Mix, shares } from '../day/mix.ts';
import { openFloor, openPerson, type Person } from '../day/person.ts';
import { openSchoolDay } from '../day/school-day.ts';
import type { Measurement } from '../figures.ts';
import { comparedLine, type Line, plainLine, type Wanted } from '../line.ts';
import { cpuSeconds, memoryOf } from '../process-figures.ts';
import { type Repository, startRepository } from '../repository.ts';
import { settle, untilMemoryIsReturned } from '../settle.ts';

/** Keep-alive connections; one of four sends a password with each request, the others have a cookie. */
const connections = 16;
const basicEvery = 4;
/** Of 500 people, in a second: each does something every five seconds. */
const rate = 100;
const pacedSeconds = 60;
/** Enough for the clock of the CPU time, which ticks 100 times a second. */
const pacedFloorSeconds = 20;
const megabyte = 1_048_576;

const atMost = (value: number): { wanted: Wanted } => ({ wanted: { comparison: 'at most', value } });

interface Floor {
  readonly server: Child;
  readonly url: string;
}

interface Phase {
  readonly latencies: Latencies;
  /** CPU seconds of the server, with the work that follows. */
  readonly cpu: number;
}

/** The server, the people and what they do. */
interface Day {
  readonly bench: Bench;
  readonly subject: Repository;
  readonly people: readonly Person[];
  readonly mix: Mix;
}

/** Measures what `run` costs the server, until all of it can be found. */
async function measured({ subject }: Day, run: () => Promise<Latencies>): Promise<Phase> {
  const before = cpuSeconds(subject.server.pid);
  const latencies = await run();
  await settle(subject);
  return { latencies, cpu: cpuSeconds(subject.server.pid) - before };
}

const cpuOf = ({ latencies, cpu }: Phase): number => cpu / countOf(latencies);

/** What a request costs the floor server, asked by as many connections, in microseconds of CPU time. */
async function measureFloor({ bench, mix }: Day, { server, url }: Floor, rate?: number): Promise<Measurement> {
  const people = Array.from({ length: connections }, () => openFloor(url));
  const run = (seconds: number): Promise<Latencies> =>
    work(
      people.map(({ perform }) => perform),
      () => mix.next('GET node'),
      { until: { seconds }, ...(rate === undefined ? {} : { rate }) },
    );
  // Its code is compiled, too.
  await run(1);
  const before = cpuSeconds(server.pid);
  const count = countOf(await run(rate === undefined ? bench.options.seconds : pacedFloorSeconds));
  const cpu = (cpuSeconds(server.pid) - before) / count;
  for (const person of people) person.close();
  return { value: cpu * 1_000_000, cpu };
}

const performs = ({ people }: Day) => people.map(({ perform }) => perform);

/** As fast as they can, from a cold start. */
const atOnce = (day: Day): Promise<Phase> =>
  measured(day, () => work(performs(day), () => day.mix.next(), { until: { tasks: day.bench.options.requests } }));

/** As a school does it: what comes while nothing else is worked on waits for nothing. */
const inTheirTime = (day: Day): Promise<Phase> =>
  measured(day, () => {
    const seconds = Math.min(pacedSeconds, day.bench.options.requests / rate);
    return work(performs(day), () => day.mix.next(), { until: { seconds }, rate });
  });

const alone = (day: Day, kind: Kind): Promise<Phase> =>
  measured(day, () => work(performs(day), () => day.mix.next(kind), { until: { seconds: day.bench.options.seconds } }));

/** Updates and searches in turns: each search has to see the update before it. */
function besideUpdates(day: Day): Promise<Phase> {
  let count = 0;
  const next = () => {
    count += 1;
    return day.mix.next(count % 2 === 0 ? 'search with facets' : 'update metadata');
  };
  return measured(day, () => work(performs(day), next, { until: { seconds: day.bench.options.seconds } }));
}

interface Figures {
  /** As fast as it can. */
  readonly floor: readonly Measurement[];
  /** At the pace of a school. */
  readonly pacedFloor: Measurement;
  readonly cold: Phase;
  readonly paced: Phase;
  readonly kinds: ReadonlyMap<Kind, Phase>;
  /** Undefined where a profile is taken. */
  readonly besideUpdates: Phase | undefined;
  /** In megabytes. */
  readonly peak: number;
  readonly atRest: number;
  readonly ofFilesAtRest: number;
}

const inMegabytes = (bytes: number | undefined): number => (bytes ?? Number.NaN) / megabyte;

async function measureDay(day: Day): Promise<Figures> {
  const { server } = day.subject;
  const hello = await day.bench.hello();
  const floor = [await measureFloor(day, hello)];
  for (const person of day.people) await person.perform(day.mix.next('sign in'));
  const cold = await atOnce(day);
  const paced = await inTheirTime(day);
  await sleep(untilMemoryIsReturned);
  const memory = memoryOf(server.pid);
  floor.push(await measureFloor(day, hello));
  const pacedFloor = await measureFloor(day, hello, rate);
  const measuredKinds = new Map<Kind, Phase>();
  // A profile is of the whole process: then it is of the mix.
  const remaining = day.bench.options.profile === undefined ? kinds : [];
  for (const kind of remaining) measuredKinds.set(kind, await alone(day, kind));
  const pairs = remaining.length === 0 ? undefined : await besideUpdates(day);
  floor.push(await measureFloor(day, hello));
  const [peak, atRest] = [inMegabytes(memory?.peak), inMegabytes(memory?.resident)];
  const ofFilesAtRest = inMegabytes(memory?.ofFiles);
  return { floor, pacedFloor, cold, paced, kinds: measuredKinds, besideUpdates: pairs, peak, atRest, ofFilesAtRest };
}

const microseconds = (cpu: number): Measurement => ({ value: cpu * 1_000_000, cpu });

/** The same subject for each time that the floor was measured. */
const against = (floor: readonly Measurement[], cpu: number): Measurement[] => floor.map(() => microseconds(cpu));

function kindLine({ floor, kinds: all, paced }: Figures, kind: Kind): Line[] {
  const phase = all.get(kind);
  if (phase === undefined) return [];
  const latencies = paced.latencies.get(kind) ?? [];
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(latencies, part).toFixed(2));
  const line = comparedLine(`day: ${kind}, CPU of one, measured alone`, 'µs', floor, against(floor, cpuOf(phase)));
  return [{ ...line, remark: `${shares[kind]} %; within the mix p50 ${p50} ms, p99 ${p99} ms` }];
}

/** What a search costs beside updates, as a multiple of what it costs alone. */
function besideUpdatesLine({ kinds: all, besideUpdates: pairs }: Figures): Line[] {
  const [search, update] = [all.get('search with facets'), all.get('update metadata')];
  if (pairs === undefined || search === undefined || update === undefined) return [];
  const value = (2 * cpuOf(pairs) - cpuOf(update)) / cpuOf(search);
  return [plainLine('day: CPU of a search in turns with updates : alone', 'x', [{ value }], atMost(1.5))];
}

function linesOf(figures: Figures): Line[] {
  const { floor, pacedFloor, cold, paced, peak, atRest, ofFilesAtRest } = figures;
  const [mean, later] = [cpuOf(cold), cpuOf(paced)];
  const parts = kinds.reduce((sum, kind) => {
    const phase = figures.kinds.get(kind);
    return sum + (phase === undefined ? Number.NaN : (cpuOf(phase) * shares[kind]) / 100);
  }, 0);
  const gets = percentile(paced.latencies.get('GET node') ?? [], 0.99);
  const count = countOf(cold.latencies).toLocaleString('en');
  return [
    plainLine('day: requests in a CPU second of the server, the mix', '1/s', [{ value: 1 / mean }]),
    comparedLine(`day: CPU of a mean request, ${count} from a cold start`, 'µs', floor, against(floor, mean)),
    comparedLine(`day: the same later, ${rate} requests a second`, 'µs', floor, against(floor, later)),
    comparedLine('day: the same, with the floor at that pace, too', 'µs', [pacedFloor], [microseconds(later)]),
    ...kinds.flatMap((kind) => kindLine(figures, kind)),
    ...besideUpdatesLine(figures),
    plainLine('day: CPU that kinds cost one another (mean - sum of shares)', 'µs', [
      { value: (mean - parts) * 1_000_000 },
    ]),
    plainLine(`day: GET node within the mix, ${rate} requests a second, p99`, 'ms', [{ value: gets }], atMost(10)),
    plainLine('day: memory at most, within the mix', 'MB', [{ value: peak }]),
    plainLine('day: memory at rest after the mix', 'MB', [{ value: atRest }], atMost(280)),
    plainLine('day: of it mapped pages of the store and the program', 'MB', [{ value: ofFilesAtRest }]),
  ];
}

/** A day of a school: people who read, search and write all at once, nodes and queries by Zipf, from a cold start. */
export const day: Group = async (bench) => {
  // The machine is the subject's alone.
  await bench.stopRepository();
  const dataDirectory = join(await mkdtemp(join(bench.folder, 'day-')), 'data');
  const { options } = bench;
  const school = await openSchoolDay({ ...options, people: 500 }, options.fixtures ?? bench.folder, dataDirectory);
  pinSelf(cores.clients);
  const subject = await startRepository({ dataDirectory, core: cores.server, profile: options.profile });
  const { origin, pathname } = new URL(subject.url);
  const context = pathname.replace(/\/rest$/, '');
  const people = Array.from({ length: connections }, (_, at) => openPerson(origin, context, at % basicEvery === 0));
  try {
    await settle(subject);
    return linesOf(await measureDay({ bench, subject, people, mix: createMix(school) }));
  } finally {
    for (const person of people) person.close();
    await subject.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
