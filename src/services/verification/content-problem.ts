import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** What is wrong with something that is stored. */
export type Problem = 'missing' | 'damaged' | 'unreadable';

/** Errors that say nothing about the file. */
const temporaryErrors = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY']);

/**
 * What an error says about the content that was read. Throws the error if it is about something else, and `StorageFailed` if the
 * content cannot be read now, for example because too many files are open. `failed` says what failed then.
 */
export function problemOfContent(error: unknown, failed: string): Problem {
  if (error instanceof DamagedRecord) return 'damaged';
  if (error instanceof RepositoryError) throw error;
  const code = systemErrorCode(error);
  // The codes of Node.js itself begin with ERR_.
  if (code === undefined || code.startsWith('ERR_')) throw error;
  if (temporaryErrors.has(code)) throw storageFailure(failed, error);
  return 'unreadable';
}
