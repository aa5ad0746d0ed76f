/** Hashes and checks passwords, memory-hard. */
export interface Passwords {
  /** `scheme$parameters$salt$hash`; a new salt each time. */
  hash(password: string): Promise<string>;
  /**
   * False also where `hash` is null or of an unknown scheme; takes as long as for a known one.
   * Rejects with `RepositoryError('Unavailable')` at once where too many wait already.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
