import { RepositoryError } from '../../base/errors/errors.ts';
import type { Log } from '../../ports/log.ts';

/** A sign-in that was refused. */
interface RefusedSignIn {
  readonly reason: string;
  /** The client address; undefined for this machine itself, empty if unknown. */
  readonly address: string | undefined;
  /** The user name, only of existing people, because users sometimes type their password into the name field. */
  readonly userName?: string | undefined;
}

/** Logs a refused sign-in. Must not be passed secrets. */
export type LogRefusedSignIn = (refused: RefusedSignIn) => void;

export const createLogRefusedSignIn =
  ({ log }: { readonly log: Log }): LogRefusedSignIn =>
  ({ reason, address, userName }) =>
    log.info('A sign-in was refused.', {
      reason,
      address: address ?? 'this machine',
      ...(userName === undefined ? {} : { userName }),
    });

/** The reason for the log if checking credentials failed with an error. */
export function reasonOfRejection(error: unknown): string {
  if (!(error instanceof RepositoryError)) return 'internal error';
  if (error.code === 'TooManyRequests') return 'too many wrong sign-ins';
  return error.code === 'Unavailable' ? 'too many passwords are being checked' : error.message;
}
