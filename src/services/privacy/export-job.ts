import { messageOf } from '../../base/errors/errors.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { ExportOptions } from '../../domain/privacy/export-options.ts';
import { type ExportRecord, exportTransition } from '../../domain/privacy/export-queue.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { discardExportNode, removeExport } from '../records/export-records.ts';
import type { ContentGcService } from '../trash/content-gc.ts';
import type { Purges } from '../trash/purges.ts';
import type { AssembleExport } from './assemble-export.ts';
import type { DeliverExport } from './deliver-export.ts';
import type { ExportMailTask } from './export-mails.ts';

/** What a run of the job did, as user names. */
export interface ExportRun {
  readonly finished: readonly string[];
  readonly failed: readonly string[];
  readonly removed: readonly string[];
}

/** Creates the requested exports and deletes the expired ones, at the configured times. */
export interface ExportJob {
  /** Does nothing if exports are disabled. */
  start(): void;
  /**
   * Runs the job now. If a run is in progress, waits for its end first, because that run may have read the queue before the latest
   * request.
   */
  run(): Promise<ExportRun>;
  /** Ends a run after its current step. Its export stays RUNNING and is created anew by the next run. */
  stop(): Promise<void>;
}

export interface ExportJobParts
  extends Pick<Seams, 'store' | 'clock' | 'randomness' | 'log' | 'scheduler' | 'reportWriter'> {
  readonly rights: Pick<RightsService, 'changed'>;
  readonly purges: Pick<Purges, 'finish'>;
  readonly contentGc: Pick<ContentGcService, 'sweep'>;
  readonly assemble: AssembleExport;
  readonly deliver: DeliverExport;
  readonly mails: Pick<ExportMailTask, 'sendInBackground'>;
}

type JobOptions = Pick<ExportOptions, 'enabled' | 'schedule' | 'retention' | 'summary'>;

/** The system, as the user who deletes expired exports. */
const system = '';

/** The maximum length of a stored failure reason. */
const maxReasonLength = 500;

/** What a run does with one entry. */
type Begun =
  | { readonly step: 'none' | 'removed' }
  | { readonly step: 'started'; readonly entry: ExportRecord; readonly person: PersonRecord };

async function beginIn(
  { clock, rights }: ExportJobParts,
  change: Change,
  userName: string,
  tick: { readonly run: string; readonly retention: number },
): Promise<Begun> {
  const now = clock.now();
  const entry = await change.exports.get(userName);
  const discarding = { at: now.toISOString(), by: system, changed: rights.changed };
  const person = await change.people.get(userName);
  if (entry !== undefined && person?.id !== entry.person) {
    await removeExport(change, userName, discarding);
    return { step: 'removed' };
  }
  const transition = exportTransition(entry, { kind: 'tick', ...tick }, now);
  if (transition.to === 'removed') {
    change.exports.delete(userName);
    await discardExportNode(change, transition.obsolete, discarding);
    return { step: 'removed' };
  }
  if (transition.to !== 'stored' || person === undefined) return { step: 'none' };
  change.exports.put(userName, transition.entry);
  return { step: 'started', entry: transition.entry, person };
}

/** The end of an export in a run. `none`: it was cancelled, or the run was stopped. */
type Outcome = 'finished' | 'failed' | 'none';

class QueueRun {
  readonly #parts: ExportJobParts;
  readonly #isStopped: () => boolean;
  readonly #tick: { readonly run: string; readonly retention: number };

  constructor(parts: ExportJobParts, retention: number, isStopped: () => boolean) {
    this.#parts = parts;
    this.#isStopped = isStopped;
    this.#tick = { run: parts.randomness.secret(), retention };
  }

  async work(): Promise<ExportRun> {
    const { store } = this.#parts;
    const users: string[] = [];
    for await (const user of store.exports.keys()) users.push(user);
    const result = { finished: [] as string[], failed: [] as string[], removed: [] as string[] };
    for (const user of users) {
      if (this.#isStopped()) break;
      const outcome = await this.#entry(user);
      if (outcome !== 'none') result[outcome].push(user);
    }
    return result;
  }

  async #entry(user: string): Promise<Outcome | 'removed'> {
    const begun = await this.#parts.store.change((change) => beginIn(this.#parts, change, user, this.#tick));
    return begun.step === 'started' ? this.#create(begun.entry, begun.person) : begun.step;
  }

  async #create(entry: ExportRecord, person: PersonRecord): Promise<Outcome> {
    const { assemble, deliver, mails } = this.#parts;
    const { run } = this.#tick;
    try {
      const assembled = await assemble(person, this.#isStopped);
      const delivered = await deliver(entry, run, assembled).finally(assembled.dispose);
      if (delivered) mails.sendInBackground();
      return delivered ? 'finished' : 'none';
    } catch (error) {
      return this.#isStopped() ? 'none' : this.#fail(entry, error);
    }
  }

  async #fail({ user }: ExportRecord, error: unknown): Promise<Outcome> {
    const { store, clock, log } = this.#parts;
    const reason = messageOf(error).slice(0, maxReasonLength);
    const event = { kind: 'failed', run: this.#tick.run, reason } as const;
    log.error('A data export failed. The job tries again later.', { person: user, reason });
    await store.change(async (change) => {
      const transition = exportTransition(await change.exports.get(user), event, clock.now());
      if (transition.to === 'stored') change.exports.put(user, transition.entry);
    });
    return 'failed';
  }
}

/** Reports a mistake in the template before the first export fails. */
function checkTemplate({ reportWriter, log }: ExportJobParts): void {
  reportWriter.check().catch((error: unknown) =>
    log.error('The template of the report cannot be used. Data exports fail until it is corrected.', {
      reason: messageOf(error),
    }),
  );
}

export function createExportJob(parts: ExportJobParts, options: JobOptions): ExportJob {
  const { enabled, schedule, retention, summary } = options;
  const { scheduler, purges, contentGc, log } = parts;

  const runOnce = async (): Promise<ExportRun> => {
    const result = await new QueueRun(parts, retention, () => task.stopped).work();
    if (result.removed.length > 0 && !task.stopped) {
      await purges.finish();
      await contentGc.sweep();
    }
    return result;
  };

  let running: Promise<ExportRun> | undefined;
  const work = (): Promise<ExportRun> => {
    running = runOnce();
    return running;
  };

  const task = scheduler.schedule(work, {
    when: schedule,
    done: ({ finished, failed, removed }) => {
      if (finished.length + failed.length + removed.length === 0) return;
      const facts = { finished: finished.length, failed: failed.length, removed: removed.length };
      log.info('The export job has run.', facts);
    },
    failed: (error) =>
      log.error('The export job failed. It runs again at its next time.', { reason: messageOf(error) }),
  });

  return {
    start() {
      if (!enabled) return;
      if (summary) checkTemplate(parts);
      task.start();
    },
    async run() {
      // The caller of that run gets its error.
      await running?.catch(() => undefined);
      return task.once();
    },
    stop: () => task.stop(),
  };
}
