import { join } from 'node:path';
import { AnswerError } from '../../../src/client/answer-error.ts';
import { type Bench, cores, type Group } from '../bench.ts';
import { inTurns, type Measurement, median } from '../figures.ts';
import { comparedLine } from '../line.ts';
import { createPerson, pupil, type Repository, startRepository } from '../repository.ts';
import { wholeSchool } from '../school.ts';
import { settle } from '../settle.ts';
import { createSubtree } from '../subtree.ts';

const descendants = 100_000;
/** Changes measured in one round; even a change of a leaf is on disk before its answer, which no two times takes as long. */
const changes = 60;
const repository = '-home-';

type Setting = Parameters<Repository['asAdmin']['setPermissions']>[0]['body'];

const listFor = (permission: string): Setting => ({
  inherited: true,
  permissions: [{ authority: wholeSchool, permission }],
});

/** The first list of a node, another one, and none again; with whether the pupil then sees what is below. */
const settings: readonly (readonly [Setting, boolean])[] = [
  [listFor('Consumer'), true],
  [listFor('CCPublish'), false],
  [{ inherited: true, permissions: [] }, false],
];

async function sees({ asPupil }: Repository, node: string): Promise<boolean> {
  try {
    await asPupil.getNode({ repository, node });
    return true;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 403) return false;
    throw error;
  }
}

interface Timed {
  readonly change: Measurement;
  readonly untilInForce: Measurement;
}

/** Milliseconds of changing the list of a node, and of that with the call that sees it is in force. */
async function timeChanges(subject: Repository, node: string, below: string): Promise<Timed> {
  const [change, both]: [number[], number[]] = [[], []];
  for (let at = 0; at < changes; at += 1) {
    const [body, visible] = settings[at % settings.length] ?? [listFor('Consumer'), true];
    const from = performance.now();
    await subject.asAdmin.setPermissions({ repository, node, body });
    change.push(performance.now() - from);
    if ((await sees(subject, below)) !== visible) throw new Error(`A change of rights at ${node} is not in force.`);
    both.push(performance.now() - from);
  }
  return { change: { value: median(change) }, untilInForce: { value: median(both) } };
}

async function withSubtree<T>(
  bench: Bench,
  work: (subject: Repository, nodes: Awaited<ReturnType<typeof createSubtree>>) => Promise<T>,
): Promise<T> {
  const dataDirectory = join(bench.folder, 'subtree');
  const nodes = await createSubtree(dataDirectory, descendants);
  const subject = await startRepository({ dataDirectory, core: cores.server, profile: bench.options.profile });
  try {
    await createPerson(subject, pupil);
    await subject.asAdmin.createGroup({ repository, group: wholeSchool.authorityName, body: {} });
    await subject.asAdmin.addMember({ repository, group: wholeSchool.authorityName, member: pupil.userName });
    await settle(subject);
    return await work(subject, nodes);
  } finally {
    await subject.close();
  }
}

/** Changing the rights of a folder with very much below it, compared with those of a leaf. */
export const rights: Group = async (bench) => {
  // The machine is the subject's alone.
  await bench.stopRepository();
  return withSubtree(bench, async (subject, { folder, inside, leaf }) => {
    const leaves: Timed[] = [];
    const folders: Timed[] = [];
    const measures = {
      leaf: async () => {
        const timed = await timeChanges(subject, leaf, leaf);
        leaves.push(timed);
        return timed.change;
      },
      folder: async () => {
        const timed = await timeChanges(subject, folder, inside);
        folders.push(timed);
        return timed.change;
      },
    };
    await inTurns(1, measures);
    leaves.length = 0;
    folders.length = 0;
    const taken = await inTurns(bench.options.rounds, measures);
    const wanted = { comparison: 'at most', value: 20 } as const;
    const both = (timed: readonly Timed[]): Measurement[] => timed.map(({ untilInForce }) => untilInForce);
    const name = `change the list above ${descendants.toLocaleString('en')} nodes (floor: of a leaf)`;
    return [
      comparedLine(name, 'ms', taken.leaf, taken.folder, wanted),
      comparedLine('the same until the next call is answered by it', 'ms', both(leaves), both(folders), wanted),
    ];
  });
};
