import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ApplyContext, applyPlan, type ImportProgress } from '../../../src/cli/class-list/apply-plan.ts';
import { createPasswordsFile, openPasswordsFile } from '../../../src/cli/class-list/passwords-file.ts';
import type { RowPlan } from '../../../src/cli/class-list/plan.ts';
import type { RowReport } from '../../../src/cli/class-list/report.ts';
import { TransportError } from '../../../src/client/answer-error.ts';
import { temporaryFolder } from '../../support/repository.ts';

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
    written: () => undefined,
    add: async ({ userName }: { userName: string }) => void written.push(userName),
    close: async () => undefined,
  };
  const createPerson = async ({ person }: { person: string }) => {
    if (person === 'berta') throw new TransportError('No response.');
  };
  // The import calls nothing else of a client.
  const generatePasswords = async () => ({ passwords: ['eins', 'zwei', 'drei'] });
  const client = { createPerson, generatePasswords } as unknown as ApplyContext['client'];
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

test('an import that goes on uses the passwords that are written, and writes each person once', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'passwords.csv');
  const before = await createPasswordsFile(path);
  await before.add({ userName: '-anna', password: 'abcd-2345', name: 'Anna; "A"', groups: ['1a', '1b'] });
  await before.add({ userName: 'o"neill', password: 'efgh-6789', name: '', groups: [] });
  await before.close();
  await appendFile(path, 'berta;abc');

  const passwords = await openPasswordsFile(path);
  const accounts: Record<string, string | undefined> = {};
  const createPerson = async ({ person, body }: { person: string; body: { password?: string } }) => {
    accounts[person] = body.password;
  };
  const generatePasswords = async () => ({ passwords: ['new-1', 'new-2'] });
  const client = { createPerson, generatePasswords } as unknown as ApplyContext['client'];
  const { signal } = new AbortController();
  const plan = { rows: ['-anna', 'berta', 'o"neill', 'user'].map((name, at) => rowOf(name, at + 2)), newGroups: [] };
  const progress: ImportProgress = { reports: [], createdGroups: 0 };
  for await (const _ of applyPlan(plan, { client, signal, dryRun: false, passwords, parent: undefined }, progress));
  await passwords.close();

  expect(accounts).toEqual({ '-anna': 'abcd-2345', berta: 'new-1', 'o"neill': 'efgh-6789', user: 'new-2' });
  expect((await readFile(path, 'utf8')).split('\r\n').slice(1)).toEqual([
    `'-anna;abcd-2345;"Anna; ""A""";1a | 1b`,
    '"o""neill";efgh-6789;;',
    'berta;abc',
    'berta;new-1;;',
    'user;new-2;;',
    '',
  ]);
});
