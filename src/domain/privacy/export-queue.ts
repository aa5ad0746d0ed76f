import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { type ExportMail, pendingMail } from './export-mail.ts';
import { pauseAfter } from './pauses.ts';

type ExportStatus = 'REQUESTED' | 'RUNNING' | 'FINISHED';

/** The last failed run of an export. */
interface ExportFailure {
  readonly at: Timestamp;
  /** The number of runs that have failed since the request. */
  readonly count: number;
  readonly reason: string;
  readonly nextTry: Timestamp;
}

/** The personal-data export of one person. Each person has at most one. */
export interface ExportRecord {
  readonly user: string;
  /** `PersonRecord.id`, so that a later person with the same user name does not get the export. */
  readonly person: string;
  readonly status: ExportStatus;
  readonly requested: Timestamp;
  /** The node of a finished export; null before. */
  readonly node: NodeId | null;
  readonly finished: Timestamp | null;
  /** The run that creates the export; null if it is not RUNNING. */
  readonly run: string | null;
  /** Null if no run has failed since the request. */
  readonly failure: ExportFailure | null;
  /** The mail about a finished export; null before, and if the person has no address. */
  readonly mail: ExportMail | null;
}

/** What can happen to an export. `run` identifies a run of the job. */
export type ExportEvent =
  | { readonly kind: 'request'; readonly user: string; readonly person: string }
  /** The job reads the queue. `retention` is in milliseconds. */
  | { readonly kind: 'tick'; readonly run: string; readonly retention: number }
  | { readonly kind: 'completed'; readonly run: string; readonly node: NodeId; readonly hasAddress: boolean }
  | { readonly kind: 'failed'; readonly run: string; readonly reason: string };

/** The consequence of an event. */
export type ExportTransition =
  /** `obsolete` is a node to delete in the same change. */
  | { readonly to: 'stored'; readonly entry: ExportRecord; readonly obsolete: NodeId | null }
  | { readonly to: 'removed'; readonly obsolete: NodeId | null }
  | { readonly to: 'unchanged' }
  /** Status 409: an export is already requested or running. */
  | { readonly to: 'conflict'; readonly entry: ExportRecord };

const unchanged: ExportTransition = { to: 'unchanged' };

function onRequest(
  entry: ExportRecord | undefined,
  { user, person }: Extract<ExportEvent, { kind: 'request' }>,
  at: Date,
): ExportTransition {
  const isOwn = entry?.person === person;
  if (isOwn && entry.status !== 'FINISHED') return { to: 'conflict', entry };
  const requested: ExportRecord = {
    ...{ user, person, status: 'REQUESTED', requested: at.toISOString() },
    ...{ node: null, finished: null, run: null, failure: null, mail: null },
  };
  return { to: 'stored', entry: requested, obsolete: entry?.node ?? null };
}

function onTick(
  entry: ExportRecord,
  { run, retention }: Extract<ExportEvent, { kind: 'tick' }>,
  at: Date,
): ExportTransition {
  const { status, finished, failure, node } = entry;
  if (status === 'FINISHED') {
    const isExpired = finished !== null && at.getTime() - Date.parse(finished) > retention;
    return isExpired ? { to: 'removed', obsolete: node } : unchanged;
  }
  // Only one process uses a store, and its runs do not overlap: an export that is RUNNING now was interrupted.
  if (status === 'REQUESTED' && failure !== null && Date.parse(failure.nextTry) > at.getTime()) return unchanged;
  return { to: 'stored', entry: { ...entry, status: 'RUNNING', run }, obsolete: null };
}

function onFailure(entry: ExportRecord, reason: string, at: Date): ExportTransition {
  const count = (entry.failure?.count ?? 0) + 1;
  const nextTry = new Date(at.getTime() + pauseAfter(count)).toISOString();
  const failure = { at: at.toISOString(), count, reason, nextTry };
  return { to: 'stored', entry: { ...entry, status: 'REQUESTED', run: null, failure }, obsolete: null };
}

/** The last moment that all clients can read as a date. */
const latestTime = Date.UTC(9999, 11, 31);

/** Until when a finished export is kept, with a retention in milliseconds; null if it is not finished. */
export const exportExpiry = ({ finished }: Pick<ExportRecord, 'finished'>, retention: number): Timestamp | null =>
  finished === null ? null : new Date(Math.min(Date.parse(finished) + retention, latestTime)).toISOString();

/** The state machine of section 3 of the contract. Failed runs go back to `REQUESTED`, which the contract leaves open. */
export function exportTransition(entry: ExportRecord | undefined, event: ExportEvent, at: Date): ExportTransition {
  if (event.kind === 'request') return onRequest(entry, event, at);
  if (entry === undefined) return unchanged;
  if (event.kind === 'tick') return onTick(entry, event, at);
  // The export was cancelled during this run, or another run has taken over.
  if (entry.status !== 'RUNNING' || entry.run !== event.run) return unchanged;
  if (event.kind === 'failed') return onFailure(entry, event.reason, at);
  const { node, hasAddress } = event;
  const mail = hasAddress ? pendingMail(at) : null;
  const finished = { status: 'FINISHED', node, finished: at.toISOString(), run: null, failure: null, mail } as const;
  return { to: 'stored', entry: { ...entry, ...finished }, obsolete: null };
}
