/**
 * Hashes and verifies passwords with a memory-hard function. Both methods reject immediately with
 * `RepositoryError('Unavailable')` if too many calls are queued.
 */
export interface Passwords {
  /** A new password of 80 random bits. The process remembers it until `hashGenerated` has hashed it, or until many more were generated. */
  generate(): string;
  /**
   * Hashes a password that `generate` returned and that no call has hashed yet. Fast, because nobody can try so many passwords. Returns
   * undefined for every other password.
   */
  hashGenerated(password: string): string | undefined;
  /** Hashes a password: `scheme$parameters$salt$hash`, with a new salt each time. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash, of `hash` or `hashGenerated`. Resolves to false after the same time whether `hash` is null, of an
   * unknown scheme, or of another password.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
