import { RepositoryError } from '../../base/errors/errors.ts';

/** Memory that many requests share. */
export interface ByteBudget {
  /** Reserves bytes and returns what gives them back. Throws `Unavailable` where too few are left. */
  reserve(bytes: number): () => void;
}

/** `purpose` names what the memory is for, in the message of a refusal. A reservation beyond the total is let through when it is alone. */
export function createByteBudget(total: number, purpose: string): ByteBudget {
  let reserved = 0;
  return {
    reserve(bytes) {
      if (reserved > 0 && reserved + bytes > total) {
        throw new RepositoryError(
          'Unavailable',
          `The server is receiving too many ${purpose} at the moment. Try again in a few seconds.`,
        );
      }
      reserved += bytes;
      let isHeld = true;
      return () => {
        if (isHeld) reserved -= bytes;
        isHeld = false;
      };
    },
  };
}
