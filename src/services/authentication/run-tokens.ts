import { RepositoryError } from '../../base/errors/errors.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import type { Seams } from '../../ports/seams.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './verified-credentials.ts';

/**
 * Bearer tokens with which the server signs its own imports in, for the person on whose behalf they run. They are only in memory:
 * they end with the run, and with the process.
 */
export class RunTokens {
  readonly #parts: Pick<Seams, 'store' | 'randomness'> & { readonly verifier: CredentialVerifier };
  /** People by the hash of their token. */
  readonly #people = new Map<string, SignedInPerson>();

  constructor(parts: Pick<Seams, 'store' | 'randomness'> & { readonly verifier: CredentialVerifier }) {
    this.#parts = parts;
  }

  /**
   * Runs `work` with a token that is valid until its end. Rejects with `Forbidden` if the person was deleted or is blocked.
   * `personId` excludes a new person with the name of a deleted one.
   */
  async during<T>(userName: string, personId: string | undefined, work: (token: string) => Promise<T>): Promise<T> {
    const person = await this.#parts.store.people.get(userName);
    if (person === undefined || person.blocked === true || (personId !== undefined && person.id !== personId)) {
      throw new RepositoryError('Forbidden', `${userName} has no account here any more, or is blocked.`);
    }
    const token = `RUN_${this.#parts.randomness.secret()}`;
    const key = hashOfSecret(token);
    this.#people.set(key, { userName, credentialStamp: person.credentialStamp });
    try {
      return await work(token);
    } finally {
      this.#people.delete(key);
    }
  }

  /** The person with this token; undefined if its run has ended or the credentials of the person have changed. */
  async byToken(token: string): Promise<VerifiedCredentials | undefined> {
    const key = hashOfSecret(token);
    const person = this.#people.get(key);
    return person && this.#parts.verifier.verify(person, async () => this.#people.has(key));
  }
}
