import type { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { VerifiedCredentials } from '../../services/authentication/credential-verification.ts';
import type { HeaderCredentials } from './header-credentials.ts';

/** Who a call comes from, and how that was shown. */
export interface Identity {
  readonly caller: Caller;
  /** `failed`: credentials were shown in a header, and they were wrong. */
  readonly by: 'header' | 'session' | 'none' | 'failed';
  /** How a header signed in; undefined where none did. */
  readonly scheme?: HeaderCredentials['scheme'] | undefined;
  /** What the sign-in can be asked again by; undefined where nobody signed in, and for the operator. */
  readonly credentials?: VerifiedCredentials | undefined;
  /** Why credentials were not even looked at, where that is so. */
  readonly refusal?: RepositoryError | undefined;
  /** What the session cookie says, whether or not it counts. */
  readonly sessionId?: string | undefined;
  /** Whoever signed the call. It signs nobody in by itself. */
  readonly app?: AppRecord | undefined;
}
