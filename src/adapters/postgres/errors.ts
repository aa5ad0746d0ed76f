import pg from 'pg';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';

/** Another process holds the lock of the database, so this one may not write to it. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';

  constructor() {
    super('Another edu-repo server uses the same schema of the database');
  }
}

/** Another process has owned the database since this one lost its connection. What this one remembers may be outdated. */
export class DatabaseTakenOver extends Error {
  override readonly name = 'DatabaseTakenOver';

  constructor() {
    super('Another edu-repo server has used the database since the connection to it was lost');
  }
}

/**
 * Classes of error codes of PostgreSQL that say nothing about the statement: broken connections, refused sign-ins, a standby, too few
 * resources for connections, a server that starts or stops, and time limits.
 */
const temporary = /^(?:08|28|25006|533|57)/;

/** Whether the database could not be reached or did not answer, in contrast to an answer that refuses a statement. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? temporary.test(error.code ?? '') : true;

/**
 * The error for callers: `Unavailable` if the database cannot be reached, otherwise `StorageFailed` with the reason. `what` failed: a
 * sentence without its end.
 */
export function databaseFailure(what: string, error: unknown): RepositoryError {
  if (error instanceof RepositoryError) return error;
  if (isUnreachable(error)) {
    const message = `${what}: the database of the repository does not answer. Try again in a few seconds.`;
    return new RepositoryError('Unavailable', message, { cause: error, details: { retryAfter: 1 } });
  }
  const message = `${what}: the database refused it (${messageOf(error)}). See the log of the repository.`;
  return new RepositoryError('StorageFailed', message, { cause: error });
}
