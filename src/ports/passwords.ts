/**
 * Hashes and checks passwords, memory-hard. Both reject with `RepositoryError('Unavailable')` at once where too many wait
 * already.
 */
export interface Passwords {
  /** `scheme$parameters$salt$hash`; a new salt each time. */
  hash(password: string): Promise<string>;
  /** False also where `hash` is null or of an unknown scheme; takes as long as for a known one. */
  verify(password: string, hash: string | null): Promise<boolean>;
}
