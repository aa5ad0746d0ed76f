import { messageOf, RepositoryError, systemErrorCode } from '../../base/errors.ts';

interface Explanation {
  readonly cause: string;
  readonly advice: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: { cause: 'the disk is full', advice: 'Free some space on the disk of the repository, then send it again.' },
  EDQUOT: { cause: 'the disk quota is used up', advice: 'Raise the quota or free some space, then send it again.' },
  EFBIG: {
    cause: 'the file is larger than the file system or a limit of the process allows',
    advice: 'Raise the limit (see «ulimit -f») or send smaller files.',
  },
  EIO: { cause: 'the disk reports an input/output error', advice: 'Check the disk and the system log of the machine.' },
  EROFS: { cause: 'the file system is read-only', advice: 'Mount it for writing, then send it again.' },
  EACCES: {
    cause: 'the repository may not write to its content folder',
    advice: 'Give the folder to the account that the repository runs under.',
  },
  EPERM: {
    cause: 'the repository may not write to its content folder',
    advice: 'Give the folder to the account that the repository runs under.',
  },
  EMFILE: { cause: 'too many files are open', advice: 'Raise the limit (see «ulimit -n») or try again later.' },
  ENFILE: { cause: 'too many files are open on the machine', advice: 'Try again later.' },
  ENOENT: {
    cause: 'the content folder is gone',
    advice: 'Check that the disk of the repository is mounted, then start the repository again.',
  },
};

/**
 * Tells the failed write of a content in words for the caller: what failed, why, what to do. Names no paths; the
 * system's error is kept as the cause.
 */
export function storageFailure(error: unknown): RepositoryError {
  const { cause, advice } = explanations[systemErrorCode(error) ?? ''] ?? {
    cause: messageOf(error),
    advice: 'See the log of the repository.',
  };
  return new RepositoryError('StorageFailed', `The content could not be saved: ${cause}. ${advice}`, { cause: error });
}
