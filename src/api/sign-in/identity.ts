import type { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { VerifiedCredentials } from '../../services/authentication/verified-credentials.ts';
import type { HeaderCredentials } from './header-credentials.ts';

/** Who a call comes from, and how the caller signed in. */
export interface Identity {
  readonly caller: Caller;
  /** `failed`: the credentials in a header are wrong. */
  readonly by: 'header' | 'session' | 'none' | 'failed';
  /** The scheme of the header that signed in; undefined if none did. */
  readonly scheme?: HeaderCredentials['scheme'] | undefined;
  /** The credentials of the sign-in, which can be verified again. Undefined without sign-in, and for the operator. */
  readonly credentials?: VerifiedCredentials | undefined;
  /** The client ID and secret in the header of a call to the token endpoint. */
  readonly client?: { readonly id: string; readonly secret: string } | undefined;
  /** Set if the token in the data directory signed in. */
  readonly isOperator?: true;
  /** Why the credentials were not checked; undefined if they were. */
  readonly refusal?: RepositoryError | undefined;
  /** The session ID in the cookie, even if the session is not valid or not used. */
  readonly sessionId?: string | undefined;
  /** The app that signed the call. The signature alone signs no person in. */
  readonly app?: AppRecord | undefined;
}
