import { RepositoryError } from '../errors/errors.ts';

/** A memory limit that many requests share. */
export interface ByteBudget {
  /** Reserves bytes and returns a function that releases them. Throws `Unavailable` if too few are left. */
  reserve(bytes: number): () => void;
}

/** `purpose` completes the error message. A reservation may exceed the total while there is no other one. */
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
