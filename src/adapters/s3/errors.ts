import { S3ServiceException } from '@aws-sdk/client-s3';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Whether the object, or what was asked of it, does not exist. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && !(error instanceof S3ServiceException && error.name === 'NoSuchBucket');

/** Whether a range begins after the end of the object. */
export const isPastEnd = (error: unknown): boolean => statusOf(error) === 416;

/**
 * The error for callers: `Unavailable` if the object store cannot be reached or has a problem of its own, otherwise `StorageFailed` with
 * its reason. `what` failed: a sentence without its end.
 */
export function bucketFailure(what: string, error: unknown): RepositoryError {
  if (error instanceof RepositoryError) return error;
  const status = statusOf(error);
  if (status === undefined || status >= 500 || status === 429) {
    const message = `${what}: the object store with the files does not answer. Try again in a few seconds.`;
    return new RepositoryError('Unavailable', message, { cause: error, details: { retryAfter: 5 } });
  }
  const message = `${what}: the object store refused it (${messageOf(error)}). See the log of the repository.`;
  return new RepositoryError('StorageFailed', message, { cause: error });
}
