import type { Timestamp } from '../../base/timestamp.ts';

/** A point in time in milliseconds since 1970: what is compared on every call. */
export type Instant = number;

/**
 * All tokens that one sign-in at the token endpoint gave: the present ones, by their hashes. `credentialStamp` and
 * `clientStamp` are those of the sign-in; as soon as the person or the client has another one, the family is dead.
 */
export interface TokenFamilyRecord {
  readonly client: string;
  readonly clientStamp: string;
  readonly userName: string;
  readonly credentialStamp: string;
  readonly accessHash: string;
  readonly accessUntil: Instant;
  readonly refreshHash: string;
  /** Not used until then, the refresh token is worth nothing. */
  readonly refreshUntil: Instant;
  /** Nothing of the family lives longer, however often it is refreshed. */
  readonly endsAt: Instant;
}

/** A client of the token endpoint. */
export interface OAuthClientRecord {
  readonly secretHash: string;
  /** Random, no secret, and new with every secret. */
  readonly stamp: string;
  readonly createdAt: Timestamp;
}

/** What an application may show for a person it signed in. */
export interface TicketRecord {
  readonly app: string;
  readonly appStamp: string;
  readonly userName: string;
  readonly credentialStamp: string;
  /** Some minutes old at most. */
  readonly lastUse: Instant;
  readonly endsAt: Instant;
}

/** An application that may sign its calls. */
export interface AppRecord {
  readonly id: string;
  /** As they were registered, without secrets. A list, as their names can be any. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Random, no secret, and new with every registration. */
  readonly stamp: string;
  readonly registeredAt: Timestamp;
}

/** A signature that was used, as long as it would be taken for fresh. */
export interface ReplayRecord {
  readonly endsAt: Instant;
}
