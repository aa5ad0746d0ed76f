import { messageOf } from '../../base/errors/errors.ts';
import { storageErrorCode, storageFailure } from '../../base/errors/storage-failure.ts';
import { MissingContent } from '../../ports/archive-writer.ts';
import type { ArchiveFailure } from './archive-messages.ts';

/** The beginning of error messages. */
const failing = 'The archive could not be written';

/** The error for an archive whose file cannot be created or written. */
export function archiveError(error: unknown): Error {
  if (storageErrorCode(error) !== undefined) return storageFailure(failing, error);
  const reason = messageOf(error);
  return new Error(`${failing}: ${reason}. Start it again; if it fails again, see the log of the repository.`, {
    cause: error,
  });
}

/** The error for a failure that the thread reported. */
export function errorOfFailure(failure: ArchiveFailure): Error {
  const cause = new Error(failure.reason);
  if (failure.kind === 'content') return new MissingContent(failure.path, { cause });
  return archiveError(failure.code === undefined ? cause : Object.assign(cause, { code: failure.code }));
}
