import { outsideDryRun } from '../../base/dry-run.ts';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { removeTraces } from './deleted-traces.ts';

const notFinished = (name: string): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `The deleted account ${name} is still being removed. Try again in a minute, or choose another name.`,
  );

/** Rejects with `Unavailable` if the cleanup has not finished. For use inside a change, which cannot wait. */
export async function requireCleanedUp(change: Change, name: string): Promise<void> {
  if (await change.departures.has(name)) throw notFinished(name);
}

/**
 * Removes deleted people and groups from all nodes, in the background: reassigns a person's nodes to their new owner, and
 * removes ACL entries. Removes people from usages too. An authority of the same name cannot be created before that, so it inherits nothing.
 */
export class AccountCleanup {
  readonly #seams: Pick<Seams, 'store' | 'log'>;
  readonly #rights: RightsService;
  #running: Promise<void> | undefined;
  #stopped = false;
  // A run that is about to end does not see the latest deletions, so it repeats if this is set.
  #requested = false;

  constructor(seams: Pick<Seams, 'store' | 'log'>, rights: RightsService) {
    this.#seams = seams;
    this.#rights = rights;
  }

  /** Cleans up after all deleted authorities. Never rejects: a cleanup that fails continues on the next call. */
  finish(): Promise<void> {
    this.#requested = true;
    this.#running ??= outsideDryRun(() => this.#run());
    return this.#running;
  }

  /** Resolves when the cleanup after an authority of this name has finished. Rejects with `Unavailable` if it fails. */
  async whenFinished(name: string): Promise<void> {
    const { store } = this.#seams;
    if (!(await store.departures.has(name))) return;
    await this.finish();
    if (await store.departures.has(name)) throw notFinished(name);
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { store, log } = this.#seams;
    try {
      while (this.#requested && !this.#stopped) {
        this.#requested = false;
        await removeTraces({ store, rights: this.#rights, isStopped: () => this.#stopped });
      }
    } catch (error) {
      log.warn(
        'The cleanup after deleted accounts was interrupted. It continues with the next deletion of an account, or after a restart.',
        {
          reason: messageOf(error),
        },
      );
    } finally {
      // Nothing may be awaited between the last check of `#requested` and this, or a request could be lost.
      this.#running = undefined;
    }
  }
}
