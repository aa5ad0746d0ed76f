import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { acknowledgedIn, beginTrial, cutAgainAndAgain, figuresOf } from '../faults/cut-cycles.ts';
import { report } from '../faults/report.ts';

const kill = { cutPower: (daemon: { kill(): Promise<void> }) => daemon.kill() };

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
    ['acknowledges before it writes', 'late-writes.ts', 'lost'],
    ['writes a change in two parts', 'torn-writes.ts', 'halfMade'],
    ['acknowledges a content before it is in its place', 'late-renames.ts', 'halfMade'],
  ] as const)('and that %s is found out (control)', async (_, fault, kind) => {
    const trial = await newTrial();
    const preloads = [new URL(`../faults/${fault}`, import.meta.url)];
    const cuts = await cutAgainAndAgain(trial, { ...kill, cycles: 10, preloads, untilFound: true });
    report(`kill -9, control ${fault}: ${figuresOf(trial, cuts)}`);
    expect(acknowledgedIn(trial)).toBeGreaterThan(0);
    expect(trial.findings[kind].length).toBeGreaterThan(0);
  });
});
