import { badRequest, messageOf, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { HarvestOptions, HarvestRecord } from '../../domain/harvests/harvest.ts';
import { parseCronExpression } from '../../domain/schedule/cron-expression.ts';
import type { Seams } from '../../ports/seams.ts';
import type { HarvestJob } from './harvest-job.ts';

type HarvestParts = Pick<Seams, 'store' | 'clock' | 'randomness' | 'scheduler' | 'importRunner' | 'log'> & {
  readonly job: Pick<HarvestJob, 'added' | 'removed' | 'runSoon'>;
};

/** A harvest as an administrator describes it. */
export interface HarvestDraft {
  readonly source: string;
  readonly target: string;
  readonly schedule: string;
  readonly options: HarvestOptions;
}

/** With the time of its next run, if it is not removed before. */
export type ListedHarvest = HarvestRecord & { readonly nextRun: Date };

const maxHarvests = 500;

/** A path from the top or the home folder, an ID, or a path from a folder with an ID. */
const targetForm = /^(?:~|-[a-z_]+-$|\/|[0-9a-f]{8}-[0-9a-f-]{27}(?:\/|$))/i;

function checkDraft({ target, schedule }: HarvestDraft): void {
  const names = target.split('/');
  if (!targetForm.test(target) || names.includes('.') || names.includes('..'))
    throw badRequest(`"${target}" is not the address of a folder. Write a path such as /Mathe, or an ID.`);
  try {
    parseCronExpression(schedule);
  } catch (error) {
    throw badRequest(`"${schedule}" is not a schedule. ${messageOf(error)}`, { field: 'schedule' });
  }
}

/** The imports that the server repeats. Callers must be administrators. */
export class HarvestService {
  readonly #parts: HarvestParts;

  constructor(parts: HarvestParts) {
    this.#parts = parts;
  }

  /** All harvests, in the order in which they were added. */
  async list(): Promise<ListedHarvest[]> {
    const harvests: ListedHarvest[] = [];
    for await (const [, harvest] of this.#parts.store.harvests.entries()) harvests.push(await this.#listed(harvest));
    return harvests.sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  }

  async get(id: string): Promise<ListedHarvest> {
    const harvest = await this.#parts.store.harvests.get(id);
    if (harvest === undefined) throw notFound('Harvest', id);
    return this.#listed(harvest);
  }

  async add(caller: Caller, draft: HarvestDraft): Promise<ListedHarvest> {
    const { store, clock, randomness, importRunner, job, log } = this.#parts;
    checkDraft(draft);
    await importRunner.harvestSource(draft.source);
    const id = Buffer.from(randomness.secret(), 'base64url').toString('hex').slice(0, 12);
    const harvest = await store.change(async (change) => {
      let count = 0;
      for await (const _ of change.harvests.keys()) count += 1;
      if (count >= maxHarvests)
        throw new RepositoryError('Conflict', `There are ${maxHarvests} harvests already. Remove one first.`);
      const person = await change.people.get(caller.userName);
      if (person === undefined) throw notFound('Person', caller.userName);
      const added: HarvestRecord = {
        ...{ id, ...draft, addedBy: caller.userName, person: person.id, addedAt: clock.now().toISOString() },
        ...{ state: 'idle', lastRun: null, mail: null },
      };
      change.harvests.put(id, added);
      change.afterCommit(() => job.added(added));
      return added;
    });
    log.info('A harvest was added.', { harvest: id, by: caller.userName, source: draft.source });
    return this.#listed(harvest);
  }

  /** Ends a run in progress as well. What it has imported stays. */
  async remove(caller: Caller, id: string): Promise<void> {
    const { store, job, log } = this.#parts;
    await store.change(async (change) => {
      if (!(await change.harvests.has(id))) throw notFound('Harvest', id);
      change.harvests.delete(id);
      change.afterCommit(() => {
        job.removed(id);
        log.info('A harvest was removed.', { harvest: id, by: caller.userName });
      });
    });
  }

  /**
   * Requests a run. A server starts it at once, and otherwise the next server does. Rejects with `Conflict` if the harvest
   * is already running.
   */
  async run(caller: Caller, id: string): Promise<ListedHarvest> {
    const { store, job, log } = this.#parts;
    const harvest = await store.change(async (change) => {
      const before = await change.harvests.get(id);
      if (before === undefined) throw notFound('Harvest', id);
      if (before.state === 'running')
        throw new RepositoryError(
          'Conflict',
          `The harvest ${id} is running. Wait for its end: edu-repo harvest show ${id}`,
        );
      const waiting: HarvestRecord = { ...before, state: 'waiting' };
      change.harvests.put(id, waiting);
      change.afterCommit(() => job.runSoon(id));
      return waiting;
    });
    log.info('A harvest was started by an administrator.', { harvest: id, by: caller.userName });
    return this.#listed(harvest);
  }

  async #listed(harvest: HarvestRecord): Promise<ListedHarvest> {
    const { scheduler, clock } = this.#parts;
    return { ...harvest, nextRun: await scheduler.nextAfter(parseCronExpression(harvest.schedule), clock.now()) };
  }
}
