import { messageOf, RepositoryError, systemErrorCode } from './errors.ts';

interface Explanation {
  readonly cause: string;
  readonly advice: string;
}

const notAllowed: Explanation = {
  cause: 'the repository has no permission to write to its folder',
  advice: 'Give the account that runs the repository write permission, then try again.',
};

const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: { cause: 'the disk is full', advice: 'Free some space on the disk of the repository, then try again.' },
  EDQUOT: { cause: 'the disk quota is used up', advice: 'Raise the quota or free some space, then try again.' },
  EFBIG: {
    cause: 'the file is larger than the file system or a limit of the process allows',
    advice: 'Raise the limit (see "ulimit -f") or send smaller files.',
  },
  EIO: { cause: 'the disk reports an input/output error', advice: 'Check the disk and the system log of the machine.' },
  EROFS: { cause: 'the file system is read-only', advice: 'Mount it for writing, then try again.' },
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: { cause: 'too many files are open', advice: 'Raise the limit (see "ulimit -n") or try again later.' },
  ENFILE: { cause: 'too many files are open on the machine', advice: 'Try again later.' },
  ENOENT: {
    cause: 'the folder does not exist',
    advice: 'Check that the disk of the repository is mounted, then start the repository again.',
  },
};

/** Messages of the C library, for errors without a code: some libraries pass on only the message. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/file too large/i, 'EFBIG'],
  [/input\/output error/i, 'EIO'],
  [/read-only file system/i, 'EROFS'],
  [/permission denied/i, 'EACCES'],
  [/operation not permitted/i, 'EPERM'],
  [/too many open files/i, 'EMFILE'],
];

/** The original error, at the end of the chain of causes. */
const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;

/** The system error code (`ENOSPC`, `EACCES` …) of the original cause, also if a library only passes on the message. */
export function storageErrorCode(error: unknown): string | undefined {
  const origin = innermost(error);
  const code = systemErrorCode(origin);
  if (code !== undefined && code in explanations) return code;
  return messages.find(([form]) => form.test(messageOf(origin)))?.[1];
}

function explain(error: unknown): Explanation {
  const known = explanations[storageErrorCode(error) ?? ''];
  return known ?? { cause: messageOf(innermost(error)), advice: 'See the log of the repository.' };
}

/**
 * The error for a failed write: what failed (`The content could not be saved`), why, and what to do. If the reason is known, the
 * message has no paths. The system error is the `cause`. Pass `advice` if the disk of the repository is not the one that failed.
 */
export function storageFailure(what: string, error: unknown, advice = explain(error).advice): RepositoryError {
  const { cause } = explain(error);
  return new RepositoryError('StorageFailed', `${what}: ${cause}. ${advice}`, { cause: error });
}
