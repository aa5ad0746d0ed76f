import { messageOf } from '../../base/errors/errors.ts';
import type { ImportOutcome } from '../../domain/harvests/harvest.ts';
import type { InboxEntry } from '../../ports/inbox-folders.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RunTokens } from '../authentication/run-tokens.ts';

/** A folder on the disk of the server whose files are imported. */
export interface Inbox {
  readonly folder: string;
  /** The address of a folder in the repository. */
  readonly target: string;
  /** The user name of the person who imports. */
  readonly owner: string;
  /** The kind of its files, as `import --kind` takes it. Undefined: they are stored as they are. */
  readonly kind: string | undefined;
}

type InboxParts = Pick<Seams, 'store' | 'clock' | 'log' | 'inboxFolders' | 'importRunner'> & {
  readonly runTokens: Pick<RunTokens, 'during'>;
  readonly inboxes: readonly Inbox[];
};

/** Imports what is put into the inboxes. */
export class InboxTask {
  readonly #parts: InboxParts;
  readonly #stop = new AbortController();
  #watches: (() => Promise<void>)[] = [];

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#watches = this.#parts.inboxes.map((inbox) =>
      this.#parts.inboxFolders.watch(inbox.folder, (entry) => this.#take(inbox, entry)),
    );
  }

  /** Ends an import in progress after its current files. It is continued after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#watches.map((end) => end()));
  }

  async #take(inbox: Inbox, entry: InboxEntry): Promise<void> {
    const { clock, log } = this.#parts;
    const startedAt = clock.now().toISOString();
    const outcome = await this.#import(inbox, entry);
    if (outcome === undefined || this.#stop.signal.aborted) return;
    const result = outcome.outcome === 'done' ? 'done' : 'failed';
    await entry.finish(result, { name: entry.name, startedAt, endedAt: clock.now().toISOString(), ...outcome });
    const facts = { folder: inbox.folder, name: entry.name, outcome: outcome.outcome };
    if (result === 'done') log.info('A file of an inbox was imported.', facts);
    else log.warn('A file of an inbox was not imported completely.', { ...facts, reason: outcome.reason ?? '' });
  }

  /** Undefined if the import cannot run, so that the file must wait for the next start. */
  async #import({ target, owner, kind }: Inbox, entry: InboxEntry): Promise<ImportOutcome | undefined> {
    const { runTokens, importRunner, log } = this.#parts;
    const source = kind === undefined ? entry.folder : `${entry.folder}/${entry.name}`;
    const options = kind === undefined ? ['--as=folder', '--if-exists=version'] : [`--as=${kind}`];
    try {
      return await runTokens.during(owner, undefined, (token) =>
        importRunner.run({ id: 'inbox', options, source, target, token }, this.#stop.signal),
      );
    } catch (error) {
      log.error('A file of an inbox cannot be imported now. It is tried again after the next start.', {
        ...{ folder: entry.folder, name: entry.name, reason: messageOf(error) },
      });
      return undefined;
    }
  }
}
