import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Group } from '../bench.ts';
import { programs, runForJson } from '../child.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine, plainLine } from '../line.ts';
import { measureLoad, writeRequests } from '../load.ts';
import { materialProperties } from '../material.ts';
import type { BenchOptions } from '../options.ts';
import { cpuSeconds } from '../process-figures.ts';
import { type Repository, signIn } from '../repository.ts';
import { settle } from '../settle.ts';

/** In bytes: what the record of such a node has. */
const valueSize = 1024;
const drafts = 1000;

interface Put {
  readonly count: number;
  readonly seconds: number;
  readonly cpu: number;
}

/** Shorter than other measurements: each makes the repository grow by thousands of nodes. */
const secondsOf = ({ seconds }: BenchOptions): number => Math.ceil(seconds / 2);

async function measurePut({ folder, options }: Bench): Promise<Measurement> {
  const place = await mkdtemp(join(folder, 'put-'));
  const told = await runForJson<Put>([
    process.execPath,
    programs.syncedPut,
    place,
    `${secondsOf(options)}`,
    String(valueSize),
  ]);
  await rm(place, { recursive: true });
  return { value: told.count / told.seconds, cpu: told.cpu / told.count };
}

/** Making nodes of ten properties, each on disk before its answer, by one client and by sixteen. */
export const create: Group = async (bench) => {
  const { rounds } = bench.options;
  // The system shares the cores among working and waiting for the disk as it likes: so it does for the floor.
  const repository = await bench.repository('any core');
  const { drafts: folders } = await bench.fixture();
  const { origin, pathname: root } = new URL(repository.url);
  const requests = await writeRequests(
    bench.folder,
    'create',
    Array.from({ length: drafts }, (_, at) => ({
      path: `${root}/node/v1/nodes/-home-/${folders[at % folders.length]}/children?type=ccm:io`,
      body: JSON.stringify(materialProperties('Entwurf @n@.pdf')),
    })),
  );
  const load = (clients: number, who: keyof Repository['authorizations']): Promise<Measurement> =>
    measureLoad(repository.server, {
      url: origin,
      method: 'POST',
      requests,
      authorization: repository.authorizations[who],
      clients,
      seconds: secondsOf(bench.options),
    });
  const untilFound: Measurement[] = [];
  /** The work that follows, until all can be found, is part of what a node costs, and must not fall on the floor. */
  const createBy = (clients: number, who: keyof Repository['authorizations']) => async (): Promise<Measurement> => {
    const [before, from] = [cpuSeconds(repository.server.pid), performance.now()];
    const measured = await load(clients, who);
    await settle(repository);
    const created = measured.count ?? Number.NaN;
    const cpu = (cpuSeconds(repository.server.pid) - before) / created;
    if (clients > 1 && who === 'teacher')
      untilFound.push({ value: (created * 1000) / (performance.now() - from), cpu });
    return { ...measured, cpu };
  };
  await signIn(repository);
  // The first thousands of nodes that a process makes cost half as much again: their code is still being compiled.
  await createBy(16, 'teacher')();
  await createBy(1, 'pupil')();
  untilFound.length = 0;
  const taken = await inTurns(rounds, {
    put: () => measurePut(bench),
    one: createBy(1, 'teacher'),
    sixteen: createBy(16, 'teacher'),
    oneByGroups: createBy(1, 'pupil'),
    sixteenByGroups: createBy(16, 'pupil'),
  });
  const wanted = {
    one: { comparison: 'at least', value: 0.4 },
    sixteen: { comparison: 'at least', value: 0.8 },
  } as const;
  return [
    comparedLine('durable create, 1 client', '1/s', taken.put, taken.one, wanted.one),
    comparedLine('durable create, 16 clients', '1/s', taken.put, taken.sixteen, wanted.sixteen),
    comparedLine('durable create, 1 client, by groups', '1/s', taken.put, taken.oneByGroups, wanted.one),
    comparedLine('durable create, 16 clients, by groups', '1/s', taken.put, taken.sixteenByGroups, wanted.sixteen),
    plainLine('the same until all can be found', '1/s', untilFound),
  ];
};
