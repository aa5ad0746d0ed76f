import { RepositoryError } from '../../base/errors/errors.ts';
import type { Log } from '../../ports/log.ts';

/** A sign-in that was refused. */
export interface RefusedSignIn {
  readonly reason: string;
  /** Undefined for this machine itself, empty where it cannot be told. */
  readonly address: string | undefined;
  /** Only one that the repository knows: people type passwords into the field of the name. */
  readonly userName?: string | undefined;
}

/** Writes a line into the log for each sign-in that is refused. Never gets secrets. */
export type LogRefusedSignIn = (refused: RefusedSignIn) => void;

export const createLogRefusedSignIn =
  ({ log }: { readonly log: Log }): LogRefusedSignIn =>
  ({ reason, address, userName }) =>
    log.info('A sign-in was refused.', {
      reason,
      address: address ?? 'this machine',
      ...(userName === undefined ? {} : { userName }),
    });

/** Why a check of credentials was rejected, in the words of the log. */
export function reasonOfRejection(error: unknown): string {
  if (!(error instanceof RepositoryError)) return 'internal error';
  if (error.code === 'TooManyRequests') return 'too many wrong sign-ins';
  return error.code === 'Unavailable' ? 'too many passwords are being checked' : error.message;
}
