import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { attempts, waitBeforeRetry } from '../../client/retrying-transport.ts';
import { repository } from '../node-arguments/node.ts';
import { onOneLine } from '../print/printable.ts';
import { endsCommand, stopIfInterrupted } from '../program/ending-errors.ts';
import { explainError } from '../program/explain-error.ts';
import { Interrupted } from '../program/failure.ts';
import type { RowProblem } from './class-list.ts';
import { createPasswordSupply } from './password-supply.ts';
import type { PasswordsFile } from './passwords-file.ts';
import { type ImportPlan, isProblem, type RowPlan } from './plan.ts';
import type { RowReport, RowResult } from './report.ts';

export interface ApplyContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** The server checks the changes without making them. */
  readonly dryRun: boolean;
  /** The file for generated passwords; undefined if none are generated. */
  readonly passwords: PasswordsFile | undefined;
  /** An existing group that new groups become members of. */
  readonly parent: string | undefined;
}

const isBusy = (error: unknown): error is AnswerError =>
  error instanceof AnswerError && (error.status === 429 || error.status === 503);

/** Repeats a call while the server is busy (429 or 503), up to the maximum number of attempts. */
async function retryWhileBusy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    stopIfInterrupted(signal);
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || attempt === attempts) throw error;
      await pause(waitBeforeRetry(attempt, error.retryAfter), undefined, { signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}

async function createPerson(
  { userName, profile, addTo: groups, password: listed }: RowPlan,
  context: ApplyContext,
  nextPassword: () => Promise<string>,
): Promise<void> {
  const { client, signal, passwords } = context;
  let password = listed ?? passwords?.written(userName);
  if (password === undefined && passwords !== undefined) {
    password = await nextPassword();
    const name = `${profile.firstName ?? ''} ${profile.lastName ?? ''}`.trim();
    await passwords.add({ userName, password, name, groups });
  }
  const body = { ...profile, password };
  await retryWhileBusy(signal, () => client.createPerson({ repository, person: userName, body }));
}

async function updatePerson({ userName, profile }: RowPlan, { client, signal }: ApplyContext): Promise<void> {
  if (Object.keys(profile).length === 0) return;
  await retryWhileBusy(signal, () => client.updatePersonProfile({ repository, person: userName, body: profile }));
}

const resultOf: Readonly<Record<RowPlan['action'], RowResult>> = {
  make: 'created',
  change: 'changed',
  keep: 'already there',
};

/** What the rows share. */
interface Supplies {
  readonly newGroups: NewGroups;
  readonly nextPassword: () => Promise<string>;
}

interface NewGroups {
  readonly all: ReadonlySet<string>;
  /** Those that do not exist yet. Each is created when its first member is added. */
  readonly missing: Set<string>;
}

async function applyRow(plan: RowPlan, context: ApplyContext, { newGroups, nextPassword }: Supplies): Promise<void> {
  const { client, signal, parent, dryRun } = context;
  if (plan.action === 'make') await createPerson(plan, context, nextPassword);
  else await updatePerson(plan, context);
  for (const group of plan.addTo) {
    if (newGroups.missing.has(group)) {
      await retryWhileBusy(signal, () =>
        client.createGroup({ repository, group, parent, body: { displayName: group } }),
      );
      newGroups.missing.delete(group);
    }
    // The server cannot check what needs a person or group that only the import will create.
    if (dryRun && (plan.action === 'make' || newGroups.all.has(group))) continue;
    await retryWhileBusy(signal, () => client.addMember({ repository, group, member: plan.userName }));
  }
}

const problemReport = ({ row, column, why }: RowProblem): RowReport => ({
  row,
  user: null,
  result: 'failed',
  groups: [],
  column: column === '' ? null : column,
  why,
  check: null,
  nameMatch: null,
});

function failureReport({ row, userName }: RowPlan, error: unknown): RowReport {
  const { message, why } = explainError(error);
  const reason = onOneLine(`${message} ${why}`);
  return { row, user: userName, result: 'failed', groups: [], column: null, why: reason, check: null, nameMatch: null };
}

/** An error that ends the import also fails its row: the account may not exist, so its new password may be wrong. */
async function reportOf(
  plan: RowPlan | RowProblem,
  context: ApplyContext,
  supplies: Supplies,
  progress: ImportProgress,
): Promise<RowReport> {
  if (isProblem(plan)) return problemReport(plan);
  stopIfInterrupted(context.signal);
  try {
    await applyRow(plan, context, supplies);
  } catch (error) {
    if (endsCommand(error)) progress.ended = error;
    return failureReport(plan, error);
  }
  const { row, userName: user, action, addTo: groups, check = null, nameMatch = null } = plan;
  return { row, user, result: resultOf[action], groups, column: null, why: null, check, nameMatch };
}

export interface ImportProgress {
  readonly reports: RowReport[];
  createdGroups: number;
  /** The error that stopped the import before the last row. */
  ended?: unknown;
}

/**
 * Applies a plan row by row and yields a report for each. A failed row does not stop the import. An error that does, such
 * as a lost connection, is stored in `progress.ended`.
 */
export async function* applyPlan(
  plan: ImportPlan,
  context: ApplyContext,
  progress: ImportProgress,
): AsyncGenerator<RowReport> {
  const newGroups: NewGroups = { all: new Set(plan.newGroups), missing: new Set(plan.newGroups) };
  const needed = plan.rows.filter(
    (row) => !isProblem(row) && row.action === 'make' && row.password === undefined,
  ).length;
  const nextPassword = createPasswordSupply(needed, (count) =>
    retryWhileBusy(context.signal, () => context.client.generatePasswords({ repository, count })),
  );
  try {
    for (const row of plan.rows) {
      const report = await reportOf(row, context, { newGroups, nextPassword }, progress);
      progress.createdGroups = newGroups.all.size - newGroups.missing.size;
      progress.reports.push(report);
      yield report;
      if (progress.ended !== undefined) return;
    }
  } catch (error) {
    progress.ended = error;
  }
}
