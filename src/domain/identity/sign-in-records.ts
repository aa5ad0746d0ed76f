import type { Timestamp } from '../../base/timestamp.ts';

/** A point in time in milliseconds since 1970, for comparison on every call. */
type Instant = number;

/**
 * The current tokens from one sign-in at the token endpoint, by their hashes. `credentialStamp` and `clientStamp` are those
 * at the sign-in. When the stamp of the person or the client changes, the family becomes invalid.
 */
export interface TokenFamilyRecord {
  readonly client: string;
  readonly clientStamp: string;
  readonly userName: string;
  readonly credentialStamp: string;
  readonly accessHash: string;
  readonly accessUntil: Instant;
  readonly refreshHash: string;
  /** The time at which the refresh token expires unless it is used before. */
  readonly refreshUntil: Instant;
  /** The time at which all tokens of the family expire, even if refreshed. */
  readonly endsAt: Instant;
}

/** A client of the token endpoint. */
export interface OAuthClientRecord {
  readonly secretHash: string;
  /** Random, not secret, and new with every secret. */
  readonly stamp: string;
  readonly createdAt: Timestamp;
}

/** A ticket that an app got for a person it signed in. */
export interface TicketRecord {
  readonly app: string;
  readonly appStamp: string;
  readonly userName: string;
  readonly credentialStamp: string;
  /** May be some minutes out of date. */
  readonly lastUse: Instant;
  readonly endsAt: Instant;
}

/** An app that may sign its calls. */
export interface AppRecord {
  readonly id: string;
  /** As registered, without secrets. A list of pairs, since a name may be anything. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Random, not secret, and new with every registration. */
  readonly stamp: string;
  readonly registeredAt: Timestamp;
}

/** A call that an app signed. It is stored until the signature expires, so that the call cannot be repeated. */
export interface ReplayRecord {
  readonly endsAt: Instant;
}
