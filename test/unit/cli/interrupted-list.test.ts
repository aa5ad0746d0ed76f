import { expect, test } from 'vitest';
import { type ApplyContext, applyPlan, type ImportProgress } from '../../../src/cli/class-list/apply-plan.ts';
import type { RowPlan } from '../../../src/cli/class-list/plan.ts';
import type { RowReport } from '../../../src/cli/class-list/report.ts';
import { TransportError } from '../../../src/client/answer-error.ts';

const rowOf = (userName: string, row: number): RowPlan => ({
  row,
  userName,
  action: 'make',
  profile: {},
  addTo: [],
  password: undefined,
});

test('a row whose account may not exist is reported as failed when the connection is lost', async () => {
  const written: string[] = [];
  const passwords = {
    add: async ({ userName }: { userName: string }) => void written.push(userName),
    close: async () => undefined,
  };
  const createPerson = async ({ person }: { person: string }) => {
    if (person === 'berta') throw new TransportError('No response.');
  };
  // The import calls nothing else of a client.
  const client = { createPerson } as unknown as ApplyContext['client'];
  const { signal } = new AbortController();
  const progress: ImportProgress = { reports: [], createdGroups: 0 };
  const plan = { rows: ['anna', 'berta', 'carla'].map((name, at) => rowOf(name, at + 2)), newGroups: [] };
  const reports: RowReport[] = [];
  for await (const report of applyPlan(
    plan,
    { client, signal, dryRun: false, passwords, parent: undefined },
    progress,
  )) {
    reports.push(report);
  }
  expect(written).toEqual(['anna', 'berta']);
  expect(reports.map(({ user, result }) => [user, result])).toEqual([
    ['anna', 'created'],
    ['berta', 'failed'],
  ]);
  expect(progress.ended).toBeInstanceOf(TransportError);
});
