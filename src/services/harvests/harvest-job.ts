import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import { afterRun, type HarvestRecord, type ImportOutcome, importOptionsOf } from '../../domain/harvests/harvest.ts';
import { parseCronExpression } from '../../domain/schedule/cron-expression.ts';
import type { ScheduledTask } from '../../ports/scheduler.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { RunTokens } from '../authentication/run-tokens.ts';
import { sendHarvestMail } from './harvest-mails.ts';

export interface HarvestJobParts
  extends Pick<Seams, 'store' | 'clock' | 'log' | 'scheduler' | 'importRunner' | 'mailer' | 'mailTemplates'> {
  readonly callers: Pick<Callers, 'of'>;
  readonly runTokens: Pick<RunTokens, 'during'>;
}

/** A harvest that this process repeats. */
interface Repeated {
  readonly task: ScheduledTask<void>;
  readonly removal: AbortController;
}

/** The outcome of an import that could not run. */
const failure = (error: unknown): ImportOutcome => ({
  ...{ outcome: 'failed', reason: messageOf(error), counts: {}, problems: [], log: '' },
});

/** Runs the harvests at their times. The runs of one harvest never overlap. */
export class HarvestJob {
  readonly #parts: HarvestJobParts;
  readonly #repeated = new Map<string, Repeated>();
  readonly #ending = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #started = false;

  constructor(parts: HarvestJobParts) {
    this.#parts = parts;
  }

  /** Starts the schedules, and the runs that an earlier process has not finished. */
  async start(): Promise<void> {
    this.#started = true;
    for await (const [, harvest] of this.#parts.store.harvests.entries()) {
      this.added(harvest);
      if (harvest.state !== 'idle') this.runSoon(harvest.id);
      else if (harvest.mail === 'pending') void this.#sendMail(harvest);
    }
  }

  /** Call this after a harvest was added. Does nothing in a process that is not a server. */
  added({ id, schedule }: HarvestRecord): void {
    if (!this.#started || this.#stop.signal.aborted || this.#repeated.has(id)) return;
    const removal = new AbortController();
    const signal = AbortSignal.any([removal.signal, this.#stop.signal]);
    const when = parseCronExpression(schedule);
    const task = this.#parts.scheduler.schedule(() => this.#run(id, signal), {
      when,
      failed: (error) => this.#logFailure(id, error),
    });
    this.#repeated.set(id, { task, removal });
    task.start();
  }

  /** Call this after a harvest was removed. Ends its run, and forgets its state. */
  removed(id: string): void {
    const { task, removal } = this.#repeated.get(id) ?? {};
    this.#repeated.delete(id);
    removal?.abort();
    const ending = (async () => {
      await task?.stop();
      await this.#parts.importRunner.forget(id);
    })()
      .catch((error: unknown) => this.#logFailure(id, error))
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Starts a run in the background, unless one is in progress. */
  runSoon(id: string): void {
    this.#repeated
      .get(id)
      ?.task.once()
      .catch((error: unknown) => this.#logFailure(id, error));
  }

  /** Ends the runs in progress after their current files. They are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...[...this.#repeated.values()].map(({ task }) => task.stop()), ...this.#ending]);
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    const startedAt = clock.now().toISOString();
    const harvest = await this.#change(id, (before) => ({ ...before, state: 'running' }));
    if (harvest === undefined) return;
    const outcome = await this.#import(harvest, signal).catch(failure);
    if (signal.aborted) return;
    const run = { startedAt, endedAt: clock.now().toISOString(), ...outcome };
    const ended = await this.#change(id, (before) => afterRun(before, run));
    const facts = { harvest: id, source: harvest.source, outcome: run.outcome, ...run.counts };
    if (run.outcome === 'done') log.info('A harvest has run.', facts);
    else log.warn('A harvest failed, in whole or in part.', { ...facts, reason: run.reason ?? '' });
    // The mail server may be slow, and the stop of this server must not wait for it.
    if (ended?.mail === 'pending') void this.#sendMail(ended);
  }

  /** Never rejects. */
  async #sendMail(harvest: HarvestRecord): Promise<void> {
    try {
      await sendHarvestMail(this.#parts, harvest);
      await this.#change(harvest.id, (before) => ({ ...before, mail: before.mail === null ? null : 'sent' }));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const reason = messageOf(error);
      this.#parts.log.warn('The mail about a harvest could not be sent. The next attempt follows its next run.', {
        ...{ harvest: harvest.id, reason },
      });
    }
  }

  async #import(harvest: HarvestRecord, signal: AbortSignal): Promise<ImportOutcome> {
    const { callers, runTokens, importRunner } = this.#parts;
    const { id, addedBy, person, target } = harvest;
    const source = await importRunner.harvestSource(harvest.source);
    return runTokens.during(addedBy, person, async (token) => {
      // What the server may read is for administrators.
      if ((await callers.of(addedBy))?.isAdmin !== true)
        throw new RepositoryError(
          'Forbidden',
          `${addedBy}, who added the harvest, is not an administrator any more. Another administrator can add it again.`,
        );
      return importRunner.run({ id, options: importOptionsOf(harvest.options), source, target, token }, signal);
    });
  }

  /** The changed harvest; undefined if it was removed. */
  #change(id: string, next: (before: HarvestRecord) => HarvestRecord): Promise<HarvestRecord | undefined> {
    return this.#parts.store.change(async (change) => {
      const before = await change.harvests.get(id);
      const after = before && next(before);
      if (after !== undefined) change.harvests.put(id, after);
      return after;
    });
  }

  #logFailure(id: string, error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#parts.log.error('A harvest could not run.', { harvest: id, reason: messageOf(error) });
  }
}
