import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { acknowledgedIn, beginTrial, cutAgainAndAgain, figuresOf } from '../faults/cut-cycles.ts';
import type { DaemonProcess } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';

const kill = { cutPower: (daemon: DaemonProcess) => daemon.kill() };

async function newTrial() {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return beginTrial(join(folder.path, 'data'));
}

describe('A daemon that is killed under eight writers', () => {
  test('loses no acknowledged change and leaves none half-made, 30 times', async () => {
    const trial = await newTrial();
    const cuts = await cutAgainAndAgain(trial, { ...kill, cycles: 30 });
    report(`kill -9: ${figuresOf(trial, cuts)}`);
    expect(trial.findings).toEqual({ lost: [], halfMade: [] });
    expect(Math.min(...trial.models.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(0);
  });

  test.each([
    ['acknowledges before it writes', new URL('../faults/late-writes.ts', import.meta.url), 'lost'],
    ['writes a change in two parts', new URL('../faults/torn-writes.ts', import.meta.url), 'halfMade'],
    [
      'acknowledges a content before it is in its place',
      new URL('../faults/late-renames.ts', import.meta.url),
      'halfMade',
    ],
  ] as const)('and that %s is found out (control)', async (what, fault, kind) => {
    const trial = await newTrial();
    const cuts = await cutAgainAndAgain(trial, { ...kill, cycles: 10, preloads: [fault], untilFound: kind });
    report(`kill -9, control (${what}): ${figuresOf(trial, cuts)}`);
    expect(acknowledgedIn(trial)).toBeGreaterThan(0);
    expect(trial.findings[kind].length).toBeGreaterThan(0);
  });
});

describe('A daemon that is told to end under eight writers', () => {
  test('ends with 0, loses no acknowledged change and leaves none half-made, 5 times', async () => {
    const trial = await newTrial();
    const codes: (number | undefined)[] = [];
    const cutPower = async (daemon: DaemonProcess) => {
      codes.push(await daemon.stop());
    };
    const cuts = await cutAgainAndAgain(trial, { cutPower, cycles: 5 });
    report(`SIGTERM: ${figuresOf(trial, cuts)}`);
    expect(codes).toEqual([0, 0, 0, 0, 0]);
    expect(trial.findings).toEqual({ lost: [], halfMade: [] });
  });
});
