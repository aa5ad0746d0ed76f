import { badRequest } from '../../base/errors/errors.ts';
import { type SessionScope, sessionScopeNamed } from '../../domain/access/session-scope.ts';
import type { VerifiedCredentials } from '../../services/authentication/verified-credentials.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentSession } from '../presenters/session.ts';
import type { RequestContext } from '../request-context.ts';
import { endedSessionCookie, sessionCookie } from '../sign-in/session-cookie.ts';
import { createTokenGrant } from '../sign-in/token-grant.ts';

type SessionHandlers = Pick<Handlers, 'validateSession' | 'destroySession' | 'loginToScope' | 'hasAccessToScope'>;

type TokenHandlers = Pick<Handlers, 'signInByApp' | 'createToken'>;

export function authenticationHandlers(parts: HandlerParts): SessionHandlers & TokenHandlers {
  return { ...sessionHandlers(parts), ...tokenHandlers(parts) };
}

/** Opens a session and sets its cookie. Each sign-in gets a new session. */
function openSession(
  { services: { sessions }, settings }: HandlerParts,
  credentials: VerifiedCredentials,
  scope: SessionScope | null,
  { identity, setHeader }: RequestContext,
): void {
  if (identity.by === 'session' && identity.sessionId !== undefined) sessions.close(identity.sessionId);
  setHeader('set-cookie', sessionCookie(sessions.open(credentials, scope), settings));
}

const present = (
  { services }: HandlerParts,
  caller: RequestContext['caller'],
  status?: Parameters<typeof presentSession>[2],
) => presentSession(caller, services.sessions.idleTimeout, status);

async function leaveScope(parts: HandlerParts, context: RequestContext) {
  const { credentials } = context.identity;
  const caller = credentials === undefined ? undefined : await credentials.currentCaller(null);
  if (credentials === undefined || caller === undefined) return present(parts, context.caller);
  if (context.identity.by === 'session') openSession(parts, credentials, null, context);
  return present(parts, caller);
}

async function enterScope(parts: HandlerParts, scope: SessionScope, password: string, context: RequestContext) {
  const { signIn, sessionScopes, logins } = parts.services;
  const { userName } = context.caller;
  const credentials = await signIn.byPassword(userName, password, context.clientAddress);
  if (credentials === undefined) return present(parts, context.caller, 'INVALID_CREDENTIALS');
  const caller = await sessionScopes.enter(userName, scope);
  openSession(parts, credentials, scope, context);
  logins.record(userName);
  return present(parts, caller);
}

function sessionHandlers(parts: HandlerParts): SessionHandlers {
  const { sessions, logins } = parts.services;
  return {
    async validateSession(_input, context) {
      const { caller, identity } = context;
      // The operator signs in by a token from the data directory, without credentials, and gets no session.
      if (identity.by === 'header' && identity.credentials !== undefined) {
        logins.record(caller.userName);
        openSession(parts, identity.credentials, null, context);
      }
      if (identity.refusal?.details?.['retryAfter'] !== undefined) {
        context.setHeader('retry-after', String(identity.refusal.details['retryAfter']));
      }
      return present(parts, caller, identity.by === 'failed' ? 'INVALID_CREDENTIALS' : undefined);
    },
    async destroySession(_input, { identity, setHeader }) {
      if (identity.sessionId !== undefined) sessions.close(identity.sessionId);
      setHeader('set-cookie', endedSessionCookie(parts.settings));
      return undefined;
    },
    async loginToScope({ body }, context) {
      const { caller } = context;
      if (caller.kind !== 'person') return present(parts, caller, 'PREVIOUS_SESSION_REQUIRED');
      if (body.scope === undefined || body.scope === null || body.scope === '') return leaveScope(parts, context);
      const scope = sessionScopeNamed(body.scope);
      if (scope === undefined) return present(parts, caller, 'INVALID_SCOPE');
      if (parts.services.userNames.spelled(body.userName ?? '') !== caller.userName)
        return present(parts, caller, 'PREVIOUS_USER_WRONG');
      return enterScope(parts, scope, body.password ?? '', context);
    },
    async hasAccessToScope({ query }, { caller }) {
      return { hasAccess: caller.kind === 'person' && sessionScopeNamed(query.scope) !== undefined };
    },
  };
}

function tokenHandlers({ services }: HandlerParts): TokenHandlers {
  const { logins, appSignIn } = services;
  const grant = createTokenGrant(services);
  return {
    async signInByApp({ params, body }, { identity }) {
      if (identity.app === undefined) {
        throw badRequest(
          'The call is not signed: send X-Edu-App-Id, X-Edu-App-Sig, X-Edu-App-Signed and X-Edu-App-Ts.',
        );
      }
      const { extendedAttributes, ...profile } = body ?? {};
      const person = { userName: params.userId, profile, extendedAttributes };
      const { userName, ticket } = await appSignIn.signIn(identity.app, person);
      logins.record(userName);
      return { userId: userName, ticket };
    },
    async createToken({ body }, { clientAddress, identity, setHeader }) {
      setHeader('cache-control', 'no-store');
      setHeader('pragma', 'no-cache');
      const tokens = await grant(body, identity.client, clientAddress);
      logins.record(tokens.userName);
      return {
        access_token: tokens.accessToken,
        refresh_token: tokens.refreshToken,
        expires_in: tokens.expiresIn,
        refresh_expires_in: tokens.refreshExpiresIn,
        token_type: 'Bearer',
      };
    },
  };
}
