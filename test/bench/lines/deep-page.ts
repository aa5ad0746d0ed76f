import { join } from 'node:path';
import { type Bench, cores, type Group } from '../bench.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine, type Line, plainLine } from '../line.ts';
import { measureLoad, writeRequests } from '../load.ts';
import { createPerson, type Repository, startRepository, teacher, teacherAuthority } from '../repository.ts';
import { settle } from '../settle.ts';
import { createWideFolder } from '../subtree.ts';

const children = 100_000;
const perPage = 100;
const clients = 32;

interface Sorting {
  readonly name: string;
  readonly sortProperties: readonly string[];
}

const sortings: readonly Sorting[] = [
  { name: 'by name', sortProperties: [] },
  { name: 'by time of change', sortProperties: ['cm:modified'] },
];

/** The first page and the last one, in turns. */
async function compare(
  bench: Bench,
  subject: Repository,
  folder: string,
  { name, sortProperties }: Sorting,
): Promise<Line> {
  const { origin, pathname } = new URL(subject.url);
  const query = sortProperties.map((property) => `&sortProperties=${property}`).join('');
  const requestsFrom = (skipCount: number) =>
    writeRequests(bench.folder, `children from ${skipCount} ${name}`, [
      {
        path: `${pathname}/node/v1/nodes/-home-/${folder}/children?maxItems=${perPage}&skipCount=${skipCount}${query}`,
      },
    ]);
  const measure = (requests: string) => (): Promise<Measurement> =>
    measureLoad(subject.server, {
      url: origin,
      method: 'GET',
      requests,
      clients,
      seconds: bench.options.seconds,
      core: cores.clients,
      authorization: subject.authorizations.teacher,
    });
  const pages = {
    floor: measure(await requestsFrom(0)),
    subject: measure(await requestsFrom(children - perPage)),
  };
  await inTurns(1, pages);
  const taken = await inTurns(bench.options.rounds, pages);
  const title = `children ${(children - perPage).toLocaleString('en')} to ${children.toLocaleString('en')}, ${name}`;
  const wanted = { comparison: 'at least', value: 0.5 } as const;
  return comparedLine(`${title} from memory (floor: the first ${perPage})`, '1/s', taken.floor, taken.subject, wanted);
}

/** How long the first call takes that nothing in memory can answer yet. */
async function firstList(subject: Repository, folder: string, { name, sortProperties }: Sorting): Promise<Line> {
  const from = performance.now();
  const query = { node: folder, maxItems: 1, sortProperties: [...sortProperties] };
  const { pagination } = await subject.asTeacher.listChildren({ repository: '-home-', ...query });
  const took = performance.now() - from;
  if (pagination.total !== children) throw new Error(`The folder has ${pagination.total} children.`);
  return plainLine(`the first list of so many children ${name}`, 'ms', [{ value: took }]);
}

/** Paging through a folder with very much in it. */
export const deepPage: Group = async (bench) => {
  // The machine is the subject's alone.
  await bench.stopRepository();
  const dataDirectory = join(bench.folder, 'wide');
  const folder = await createWideFolder(dataDirectory, children);
  const subject = await startRepository({ dataDirectory, core: cores.server, profile: bench.options.profile });
  try {
    await createPerson(subject, teacher);
    const permissions = [{ authority: teacherAuthority, permission: 'Collaborator' }];
    await subject.asAdmin.setPermissions({
      repository: '-home-',
      node: folder,
      body: { inherited: true, permissions },
    });
    await settle(subject);
    // The server remembers the password.
    await subject.asTeacher.getPerson({ repository: '-home-', person: '-me-' });
    const lines: Line[] = [];
    for (const sorting of sortings) {
      const first = await firstList(subject, folder, sorting);
      lines.push(await compare(bench, subject, folder, sorting), first);
    }
    return lines;
  } finally {
    await subject.close();
  }
};
