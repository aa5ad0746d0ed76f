import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import {
  acknowledgedIn,
  beginTrial,
  type CutOptions,
  cutAgainAndAgain,
  figuresOf,
  type Trial,
} from '../faults/cut-cycles.ts';
import { type FileSystem, type LoopDisk, loopDisk } from '../faults/loop-disk.ts';
import { report } from '../faults/report.ts';
import { runTool } from '../faults/run-tool.ts';

const systems: readonly FileSystem[] = ['ext4', 'xfs'];

/** Cuts the power of a disk under its daemon, and mounts it again. */
const cutting = (disk: LoopDisk): Pick<CutOptions, 'cutPower'> => ({
  cutPower: async (daemon) => {
    await disk.cutPower();
    await daemon.kill();
    await disk.mend();
  },
});

async function newTrial(context: TestContext, system: FileSystem): Promise<{ disk: LoopDisk; trial: Trial }> {
  const disk = await loopDisk(context, { system, megabytes: 2048 });
  const trial = await beginTrial(join(disk.path, 'data'));
  // The repository itself was made in peace; the controls are about what comes after.
  await runTool('sync');
  return { disk, trial };
}

describe.each(systems)('A daemon whose disk loses its power, on %s', (system) => {
  test('loses no acknowledged change and leaves none half-made, 10 times', async (context) => {
    const { disk, trial } = await newTrial(context, system);
    const cuts = await cutAgainAndAgain(trial, { ...cutting(disk), cycles: 10 });
    report(`power cut, ${system}: ${figuresOf(trial, cuts)}`);
    expect(trial.findings).toEqual({ lost: [], halfMade: [] });
    expect(Math.min(...trial.models.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(0);
  });

  test('is found out where it does not sync (control)', async (context) => {
    const { disk, trial } = await newTrial(context, system);
    const preloads = [new URL('../faults/without-syncs.ts', import.meta.url)];
    const cuts = await cutAgainAndAgain(trial, { ...cutting(disk), cycles: 5, preloads, untilFound: 'lost' });
    report(`power cut, ${system}, control without syncs: ${figuresOf(trial, cuts)}`);
    expect(acknowledgedIn(trial)).toBeGreaterThan(0);
    expect(trial.findings.lost.length).toBeGreaterThan(0);
  });
});
