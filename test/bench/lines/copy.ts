import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Group } from '../bench.ts';
import { programs, runForJson } from '../child.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine, plainLine } from '../line.ts';
import { loopDelayOf } from '../loop-delay.ts';
import { createPerson, type Repository, startRepository, teacher, teacherAuthority } from '../repository.ts';
import { settle } from '../settle.ts';
import { createSubtree } from '../subtree.ts';

const descendants = 10_000;
const repository = '-home-';

/** In bytes: what the record of a material has. */
const valueSize = 1024;
const putsPerBatch = 1000;

/** LevelDB writing batches of 1,000 values, each batch on disk before the next. */
async function measureBatches({ folder, options }: Bench): Promise<Measurement> {
  const place = await mkdtemp(join(folder, 'batches-'));
  const words = [place, options.seconds, valueSize, putsPerBatch].map(String);
  const told = await runForJson<{ count: number; seconds: number }>([process.execPath, programs.syncedPut, ...words]);
  await rm(place, { recursive: true });
  return { value: told.count / told.seconds };
}

/** Copies the whole subtree in one call by somebody who may read it by a list above it. */
async function measureCopies(bench: Bench, subject: Repository, source: string) {
  const delays: Measurement[] = [];
  const loopDelay = loopDelayOf(subject.server);
  const copy = async (): Promise<Measurement> => {
    await loopDelay();
    const from = performance.now();
    await subject.asTeacher.copyNode({ repository, node: '-userhome-', source, withChildren: true });
    const seconds = (performance.now() - from) / 1000;
    delays.push({ value: await loopDelay() });
    await settle(subject);
    return { value: descendants / seconds };
  };
  // The code is compiled while it is used for the first time.
  await copy();
  delays.length = 0;
  const taken = await inTurns(bench.options.rounds, { floor: () => measureBatches(bench), copy });
  return { ...taken, delays };
}

/** Copying a subtree of 10,000 nodes in one call, and how long other callers are held up by it. */
export const copy: Group = async (bench) => {
  // The machine is the subject's alone.
  await bench.stopRepository();
  const dataDirectory = join(bench.folder, 'copies');
  const { folder } = await createSubtree(dataDirectory, descendants, { withProperties: true });
  const { profile } = bench.options;
  const subject = await startRepository({ dataDirectory, preload: programs.loopDelay, profile });
  try {
    await createPerson(subject, teacher);
    const permissions = [{ authority: teacherAuthority, permission: 'Consumer' }];
    await subject.asAdmin.setPermissions({ repository, node: folder, body: { inherited: true, permissions } });
    await settle(subject);
    const taken = await measureCopies(bench, subject, folder);
    const title = `copy of ${descendants.toLocaleString('en')} nodes (floor: synced batches of 1,000 puts)`;
    return [
      comparedLine(title, '1/s', taken.floor, taken.copy, { comparison: 'at least', value: 0.03 }),
      plainLine('event-loop delay meanwhile, 99th percentile', 'ms', taken.delays, {
        wanted: { comparison: 'at most', value: 20 },
      }),
    ];
  } finally {
    await subject.close();
  }
};
