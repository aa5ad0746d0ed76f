/**
 * Hashes and verifies passwords with a memory-hard function. Both methods reject immediately with
 * `RepositoryError('Unavailable')` if too many calls are queued.
 */
export interface Passwords {
  /** Hashes a password: `scheme$parameters$salt$hash`, with a new salt each time. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash. Resolves to false if `hash` is null or of an unknown scheme, after the same
   * time as for a known one.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
