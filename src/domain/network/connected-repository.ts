import type { Timestamp } from '../../base/timestamp.ts';

/** The keys with which this repository signs its calls to others. Both are PEM: SPKI, and PKCS #8. */
export interface RepositoryKeyRecord {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Another repository that this one passes calls on to. */
export interface ConnectedRepositoryRecord {
  /** The ID that the other repository gives itself. It is the ID of its app, too. */
  readonly id: string;
  readonly title: string;
  /** The address of its interface, which ends in `/rest`. */
  readonly url: string;
  /** The public key that it showed when it was added. */
  readonly publicKey: string;
  /** Whether calls that change something are passed on. */
  readonly write: boolean;
  /** Random, not secret, and new with every connection. */
  readonly stamp: string;
  readonly addedAt: Timestamp;
}

/** The account of a person of another repository. It cannot be that of a person of this repository. */
export const scopedUserName = (userName: string, repositoryId: string): string => `${userName}@${repositoryId}`;
