import type { Timestamp } from '../../base/timestamp.ts';

/** The options of an import that a harvest can have. Those that are undefined have the default of the command. */
export interface HarvestOptions {
  /** The kind of the source, as `import --kind` takes it. */
  readonly kind?: string | undefined;
  readonly ifExists?: 'skip' | 'update' | 'rename' | 'version' | 'fail' | undefined;
  /** The set and the metadata format of an OAI-PMH source. */
  readonly set?: string | undefined;
  readonly prefix?: string | undefined;
}

/** `partly`: some items failed. `failed`: the import did not come to its end. */
export type ImportResult = 'done' | 'partly' | 'failed';

/** What a run of an import did. */
export interface ImportOutcome {
  readonly outcome: ImportResult;
  /** Why it failed; null if it came to its end. */
  readonly reason: string | null;
  /** Numbers by what they count, such as `created`. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first items that failed or were stored without some values. */
  readonly problems: readonly { readonly where: string; readonly why: string }[];
  /** The end of what the import reported while it ran. */
  readonly log: string;
}

export interface HarvestRun extends ImportOutcome {
  readonly startedAt: Timestamp;
  readonly endedAt: Timestamp;
}

/** An import that the server repeats. */
export interface HarvestRecord {
  readonly id: string;
  /** An address, or a path below the folder of harvests. */
  readonly source: string;
  /** The address of the folder in the repository. */
  readonly target: string;
  /** A cron expression, as it was written. */
  readonly schedule: string;
  readonly options: HarvestOptions;
  /** The user name and the ID of the person who added it. It runs with their rights. */
  readonly addedBy: string;
  readonly person: string;
  readonly addedAt: Timestamp;
  /** `waiting`: a run is requested. `running`: also after the server ended in the middle of a run, until the next start. */
  readonly state: 'idle' | 'waiting' | 'running';
  readonly lastRun: HarvestRun | null;
  /** The mail about a failure; null if there is none to send. A pending one is tried again after each run and start. */
  readonly mail: 'pending' | 'sent' | null;
}

const severity = { done: 0, partly: 1, failed: 2 } as const;

/**
 * The harvest after a run. A mail is due if the run ended worse than the one before: a source that stays broken for weeks
 * sends one mail.
 */
export function afterRun(harvest: HarvestRecord, run: HarvestRun): HarvestRecord {
  if (run.outcome === 'done') return { ...harvest, state: 'idle', lastRun: run, mail: null };
  const isWorse = severity[run.outcome] > severity[harvest.lastRun?.outcome ?? 'done'];
  return { ...harvest, state: 'idle', lastRun: run, mail: isWorse ? 'pending' : harvest.mail };
}

/** The options of `edu-repo import` for a harvest. */
export const importOptionsOf = ({ kind, ifExists, set, prefix }: HarvestOptions): string[] =>
  Object.entries({ as: kind, 'if-exists': ifExists, set, prefix }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
