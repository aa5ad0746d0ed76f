import { notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type ExportRecord, exportExpiry, exportTransition } from '../../domain/privacy/export-queue.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import type { PeopleService } from '../identity/people.ts';
import { discardExportNode, removeExport } from '../records/export-records.ts';
import type { Purges } from '../trash/purges.ts';
import type { ExportJob, ExportRun } from './export-job.ts';

/** The data exports of people: requests, results, and the queue for administrators. */
export interface DataExportService {
  readonly enabled: boolean;
  /**
   * Queues an export of a person's data. Callers must be the person or an administrator. Rejects with `AlreadyRequested` if one is
   * requested or running, and with `NotFound` if exports are disabled.
   */
  request(caller: Caller, userName: string): Promise<ExportRecord>;
  /** Rejects with `NotFound` if there is no finished export. The `details` have the entry of an unfinished one as `entry`. */
  finished(caller: Caller, userName: string): Promise<FinishedExport>;
  /** All entries, ordered by user name. */
  list(page: PageRequest): Promise<Page<ExportRecord>>;
  /** Removes an entry with its node. Rejects with `NotFound` if there is none. */
  cancel(caller: Caller, userName: string): Promise<void>;
  /** Runs the job and waits for its end. */
  run(caller: Caller): Promise<ExportRun>;
}

interface FinishedExport {
  readonly entry: ExportRecord;
  readonly node: NodeId;
  /** Until when it is kept. */
  readonly expires: Timestamp;
}

/** An export is requested or running. */
export class AlreadyRequested extends RepositoryError {
  readonly entry: ExportRecord;

  constructor(entry: ExportRecord) {
    super('Conflict', `An export of the data of ${entry.user} is already requested.`);
    this.entry = entry;
  }
}

/** There is no finished export. */
export class NoFinishedExport extends RepositoryError {
  /** The unfinished export; undefined if none is requested. */
  readonly entry: ExportRecord | undefined;

  constructor(message: string, entry?: ExportRecord) {
    super('NotFound', message);
    this.entry = entry;
  }
}

export interface DataExportParts extends Pick<Seams, 'store' | 'clock' | 'log'> {
  readonly enabled: boolean;
  /** How long a finished export is kept, in milliseconds. */
  readonly retention: number;
  readonly people: Pick<PeopleService, 'get'>;
  readonly rights: Pick<RightsService, 'changed'>;
  readonly purges: Pick<Purges, 'finishInBackground'>;
  readonly job: Pick<ExportJob, 'run'>;
}

const unfinished = (userName: string, entry: ExportRecord | undefined): NoFinishedExport => {
  if (entry === undefined) return new NoFinishedExport(`${userName} has no data export. Request one first.`);
  const waiting = entry.failure === null ? 'is waiting for the next run of the job' : 'failed and will be repeated';
  const state = entry.status === 'RUNNING' ? 'is being created' : waiting;
  return new NoFinishedExport(`The data export of ${userName} ${state}. Try again later.`, entry);
};

const needsScope = (userName: string): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `The data export of ${userName} contains the safe area. Enter the safe area (loginToScope) as this person, and use that session.`,
  );

function requireEnabled({ enabled }: Pick<DataExportParts, 'enabled'>): void {
  if (enabled) return;
  throw new RepositoryError(
    'NotFound',
    'Data exports are disabled in this repository. An administrator can enable them with repository.dataprotection.enabled.',
  );
}

async function requestIn(
  { clock, rights }: DataExportParts,
  change: Change,
  { userName: user, id: person }: { readonly userName: string; readonly id: string },
  by: string,
): ReturnType<DataExportService['request']> {
  const now = clock.now();
  const transition = exportTransition(await change.exports.get(user), { kind: 'request', user, person }, now);
  if (transition.to === 'conflict') throw new AlreadyRequested(transition.entry);
  if (transition.to !== 'stored') throw new Error(`A request left the export of ${user} ${transition.to}.`);
  change.exports.put(user, transition.entry);
  await discardExportNode(change, transition.obsolete, { at: now.toISOString(), by, changed: rights.changed });
  return transition.entry;
}

export function createDataExportService(parts: DataExportParts): DataExportService {
  const { enabled, retention, store, clock, log, people, rights, purges, job } = parts;

  const logAccess = (caller: Caller, userName: string, action: string): void => {
    if (caller.userName === userName) return;
    log.info("An administrator used a person's data export.", { by: caller.userName, person: userName, action });
  };

  return {
    enabled,
    async request(caller, userName) {
      requireEnabled(parts);
      const person = await people.get(userName);
      const result = await store.change((change) => requestIn(parts, change, person, caller.userName));
      logAccess(caller, userName, 'request');
      purges.finishInBackground();
      return result;
    },
    async finished(caller, userName) {
      requireEnabled(parts);
      const person = await people.get(userName);
      const stored = await store.exports.get(userName);
      const entry = stored?.person === person.id ? stored : undefined;
      const expires = entry === undefined ? null : exportExpiry(entry, retention);
      if (entry?.node == null || expires === null) throw unfinished(userName, entry);
      const node = await store.nodes.get(entry.node);
      if (node === undefined || node.archived !== null)
        throw new NoFinishedExport(`The data export of ${userName} was deleted. Request a new one.`);
      if (node.area !== undefined && node.area !== caller.sessionScope) throw needsScope(userName);
      // Not before: clients ask every second until the export is finished.
      logAccess(caller, userName, 'read');
      return { entry, node: node.id, expires };
    },
    async list(page) {
      const entries: ExportRecord[] = [];
      for await (const [, entry] of store.exports.entries()) entries.push(entry);
      return pageOf(entries, page);
    },
    async cancel(caller, userName) {
      const discarding = { at: clock.now().toISOString(), by: caller.userName, changed: rights.changed };
      await store.change(async (change) => {
        if (!(await removeExport(change, userName, discarding))) throw notFound('Data export', userName);
      });
      logAccess(caller, userName, 'cancel');
      purges.finishInBackground();
    },
    async run(caller) {
      requireEnabled(parts);
      log.info('The export job was started by an administrator.', { by: caller.userName });
      return job.run();
    },
  };
}
