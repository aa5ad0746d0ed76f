import { type Bench, cores, type Group } from '../bench.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine, type Line, type Wanted } from '../line.ts';
import { measureLoad, writeRequests } from '../load.ts';
import { drawn } from '../material.ts';
import { type Repository, signIn } from '../repository.ts';

const clients = 32;
const warmUpRounds = 2;
/** Requests a second that a warm-up counts on, so that it comes round. */
const slowestRate = 5_000;
/** Different ones, sent in a circle: so many that no order can be seen in them. */
const requests = 100_000;

interface Reading {
  readonly name: string;
  readonly paths: readonly string[];
  /** The filled one of all lines where it is missing. */
  readonly repository?: Repository;
  /** The teacher where it is missing. */
  readonly who?: keyof Repository['authorizations'];
  readonly wanted?: Wanted;
  /** Requests a second at the first time, where these are slower than later ones. */
  readonly firstRate?: number;
}

/** GET requests to the repository, in turns with as many to the floor. */
export async function againstHello(bench: Bench, reading: Reading): Promise<Line> {
  const { name, paths, who = 'teacher', wanted } = reading;
  const { seconds, rounds } = bench.options;
  const [repository, hello] = [reading.repository ?? (await bench.repository()), await bench.hello()];
  const subjectRequests = await writeRequests(
    bench.folder,
    name,
    paths.map((path) => ({ path })),
  );
  const floorPaths = paths.map((_, at) => ({ path: `/hello/${at}` }));
  const floorRequests = await writeRequests(bench.folder, `${name} floor`, floorPaths);
  const common = { method: 'GET', clients, core: cores.clients } as const;

  const floorFor = (duration: number) => (): Promise<Measurement> =>
    measureLoad(hello.server, { ...common, seconds: duration, url: hello.url, requests: floorRequests });
  const subjectFor = (duration: number) => (): Promise<Measurement> =>
    measureLoad(repository.server, {
      ...common,
      seconds: duration,
      url: originOf(repository.url),
      requests: subjectRequests,
      authorization: repository.authorizations[who],
    });
  await signIn(repository);
  // Code that runs for the first time is slow on both sides, and so are records that were not read before: all are.
  const wholeCircle = Math.max(seconds, paths.length / (reading.firstRate ?? slowestRate));
  await inTurns(warmUpRounds, { floor: floorFor(seconds), subject: subjectFor(wholeCircle) });
  const taken = await inTurns(rounds, { floor: floorFor(seconds), subject: subjectFor(seconds) });
  return comparedLine(name, '1/s', taken.floor, taken.subject, wanted);
}

const originOf = (url: string): string => new URL(url).origin;

/** A path from the origin of the server on. */
export const below = (url: string, path: string): string => `${new URL(url).pathname}${path}`;

/** Reading one node at a time, at random; each was asked for before. */
export const get: Group = async (bench) => {
  const { url } = await bench.repository();
  const { materials } = await bench.fixture();
  const paths = drawn(materials, requests).map((id) => below(url, `/node/v1/nodes/-home-/${id}/metadata`));
  const name = `GET node metadata, ${materials.length} nodes`;
  return [
    await againstHello(bench, { name, paths }),
    await againstHello(bench, { name: `${name}, by groups 5 deep`, paths, who: 'pupil' }),
  ];
};

/** Listing folders of 100 materials; each was listed before. */
export const list: Group = async (bench) => {
  const { url } = await bench.repository();
  const { folders } = await bench.fixture();
  // So few that each was listed once when they are measured.
  const paths = drawn(folders, 1_000).map((id) => below(url, `/node/v1/nodes/-home-/${id}/children`));
  const wanted = { comparison: 'at least', value: 0.06 } as const;
  return [await againstHello(bench, { name: 'list 100 children', paths, wanted, firstRate: 100 })];
};
