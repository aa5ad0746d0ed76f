import type { Answer, Call } from '../../contract/call.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';

/** What a repository states about itself at its address. */
export interface RepositoryFacts {
  readonly id: string;
  readonly title: string;
  readonly publicKey: string;
}

/** How a connection works at the moment. A value is null if it could not be found out. */
export interface ConnectionState {
  readonly version: string | null;
  readonly milliseconds: number | null;
  readonly clockDifference: number | null;
  readonly sameKey: boolean | null;
  readonly accepted: boolean | null;
  readonly problem: string | null;
}

/** How a call is sent to another repository. */
export interface SentFor {
  /** The person of this repository for whom it is sent; undefined: without a sign-in. */
  readonly userName: string | undefined;
  /** Called with the size of each part of a JSON response. May throw to end the call. */
  readonly received: (bytes: number) => void;
}

/** The way to other repositories. Only the addresses of connected repositories are used, and no redirect is followed. */
export interface RepositoryGateway {
  /**
   * Sends a call to a connected repository. Resolves to its response, also if that is an error. Rejects with
   * `Unavailable` if there is no response in time, and with `BadGateway` if the response is not valid, the repository
   * does not accept calls of this one, or its address must not be called.
   */
  send(repository: ConnectedRepositoryRecord, call: Call, sentFor: SentFor): Promise<Answer>;
  /** Reads the properties of the repository at an address. Rejects as `send` does. */
  factsAt(url: URL): Promise<RepositoryFacts>;
  test(repository: ConnectedRepositoryRecord): Promise<ConnectionState>;
  /** Forgets the tickets and closes the HTTP connections of a repository that was removed. */
  forget(id: string): void;
}

/** The header of a call that a repository passes on, with its ID. Such a call is never passed on again. */
export const passedOnHeader = 'x-edu-passed-on-by';
