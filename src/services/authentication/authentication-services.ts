import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { UserNames } from '../records/user-names.ts';
import { type AppOrigins, createAppOrigins } from './apps/app-origins.ts';
import { type AppSignatureService, createAppSignatureService, type SignatureOptions } from './apps/app-signatures.ts';
import { type AppService, createAppService } from './apps/apps.ts';
import { type OAuthClientOptions, OAuthClientService } from './apps/oauth-clients.ts';
import { createExpiryService, type ExpiryService } from './expired-records.ts';
import { SignInGuard } from './guard/sign-in-guard.ts';
import { createLoginTimeService, type LoginTimeService } from './login-times.ts';
import { createMonotonicClock } from './monotonic-clock.ts';
import { createPasswordService, type PasswordService } from './password-changes.ts';
import { SignInService } from './password-sign-in.ts';
import { createLogRefusedSignIn, type LogRefusedSignIn } from './refused-sign-ins.ts';
import { RunTokens } from './run-tokens.ts';
import { createSessionScopeService, type SessionScopeService } from './session-scopes.ts';
import { createSessionService, type SessionService } from './sessions.ts';
import { createTicketService, type TicketService } from './tickets.ts';
import { TokenService } from './tokens.ts';
import { createCredentialVerifier } from './verified-credentials.ts';

/** Sign-in by password, session, token, ticket and app signature. */
export interface AuthenticationServices {
  readonly signIn: SignInService;
  readonly logRefusedSignIn: LogRefusedSignIn;
  readonly logins: LoginTimeService;
  readonly credentials: PasswordService;
  readonly sessions: SessionService;
  readonly sessionScopes: SessionScopeService;
  readonly oauthClients: OAuthClientService;
  readonly tokens: TokenService;
  readonly runTokens: RunTokens;
  readonly tickets: TicketService;
  readonly apps: AppService;
  readonly appSignatures: AppSignatureService;
  readonly appOrigins: AppOrigins;
  readonly expiry: ExpiryService;
}

export interface AuthenticationOptions {
  /** The time without calls after which a session ends, in milliseconds. */
  readonly sessionIdleTimeout: number;
  /** The time without calls after which a ticket ends, in milliseconds. */
  readonly ticketIdleTimeout: number;
  readonly oauth: OAuthClientOptions & {
    /** Lifetime of an access token, in seconds. */
    readonly expiresIn: number;
  };
  readonly appSignature: SignatureOptions;
}

export function createAuthenticationServices(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords' | 'hosts' | 'log'>,
  callers: Callers,
  userNames: UserNames,
  options: AuthenticationOptions,
): AuthenticationServices {
  // Lifetimes and delays must not grow when the machine's clock is set back.
  const timed = { ...seams, clock: createMonotonicClock(seams.clock) };
  const logins = createLoginTimeService(seams);
  const verifier = createCredentialVerifier(seams, callers);
  const logRefusedSignIn = createLogRefusedSignIn(seams);
  const guard = new SignInGuard(timed);
  const signIn = new SignInService({ ...timed, verifier, guard, logins, logRefused: logRefusedSignIn, userNames });
  // A separate guard: checking a client's secret is fast and must not wait for the hashing of passwords.
  const oauthClients = new OAuthClientService(seams, new SignInGuard(timed), options.oauth);
  const apps = createAppService(seams);
  return {
    signIn,
    logRefusedSignIn,
    logins,
    credentials: createPasswordService(seams, signIn),
    sessions: createSessionService(timed, { idleTimeout: options.sessionIdleTimeout }),
    sessionScopes: createSessionScopeService(seams, callers),
    oauthClients,
    tokens: new TokenService({ ...timed, verifier, clients: oauthClients, expiresIn: options.oauth.expiresIn }),
    runTokens: new RunTokens({ ...seams, verifier }),
    tickets: createTicketService(timed, verifier, { idleTimeout: options.ticketIdleTimeout }),
    apps,
    appSignatures: createAppSignatureService(seams, apps, options.appSignature),
    appOrigins: createAppOrigins(seams),
    expiry: createExpiryService(seams, timed.clock),
  };
}
