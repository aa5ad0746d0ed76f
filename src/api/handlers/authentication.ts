import { badRequest } from '../../base/errors/errors.ts';
import { type SessionScope, sessionScopeNamed } from '../../domain/access/session-scope.ts';
import type { VerifiedCredentials } from '../../services/authentication/credential-verification.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentSession } from '../presenters/session.ts';
import type { RequestContext } from '../request-context.ts';
import { endedSessionCookie, sessionCookie } from '../sign-in/session-cookie.ts';
import { createTokenGrant } from '../sign-in/token-grant.ts';

type AuthenticationHandlers = Pick<
  Handlers,
  'validateSession' | 'destroySession' | 'loginToScope' | 'hasAccessToScope' | 'signInByApp' | 'createToken'
>;

/** Every way to sign in (section 5), and the session. */
export function authenticationHandlers({ services, settings }: HandlerParts): AuthenticationHandlers {
  const { sessions, signIn, sessionScopes: areas, logins, appSignIn } = services;
  const grant = createTokenGrant(services);

  /** So that a browser can go on with its cookie. Each sign-in has a session of its own. */
  const openSession = (
    proof: VerifiedCredentials,
    area: SessionScope | null,
    { identity, setHeader }: RequestContext,
  ): void => {
    if (identity.by === 'session' && identity.sessionId !== undefined) sessions.close(identity.sessionId);
    setHeader('set-cookie', sessionCookie(sessions.open(proof, area), settings));
  };

  const present = (caller: RequestContext['caller'], status?: Parameters<typeof presentSession>[2]) =>
    presentSession(caller, sessions.idleTimeout, status);

  const leaveScope = async (context: RequestContext) => {
    const { proof } = context.identity;
    const outside = proof === undefined ? undefined : await proof.currentCaller(null);
    if (proof === undefined || outside === undefined) return present(context.caller);
    if (context.identity.by === 'session') openSession(proof, null, context);
    return present(outside);
  };

  const enterScope = async (area: SessionScope, password: string, context: RequestContext) => {
    const { userName } = context.caller;
    const proof = await signIn.byPassword(userName, password, context.peer);
    if (proof === undefined) return present(context.caller, 'INVALID_CREDENTIALS');
    const inside = await areas.enter(userName, area);
    openSession(proof, area, context);
    logins.record(userName);
    return present(inside);
  };

  return {
    async validateSession(_input, context) {
      const { caller, identity } = context;
      // The operator is nobody who signs in.
      if (identity.by === 'header' && identity.proof !== undefined) {
        logins.record(caller.userName);
        openSession(identity.proof, null, context);
      }
      if (identity.refusal?.details?.['retryAfter'] !== undefined) {
        context.setHeader('retry-after', String(identity.refusal.details['retryAfter']));
      }
      return present(caller, identity.by === 'failed' ? 'INVALID_CREDENTIALS' : undefined);
    },
    async destroySession(_input, { identity, setHeader }) {
      if (identity.sessionId !== undefined) sessions.close(identity.sessionId);
      setHeader('set-cookie', endedSessionCookie(settings));
      return undefined;
    },
    async loginToScope({ body }, context) {
      const { caller } = context;
      if (caller.kind !== 'person') return present(caller, 'PREVIOUS_SESSION_REQUIRED');
      if (body.scope === undefined || body.scope === null || body.scope === '') return leaveScope(context);
      const area = sessionScopeNamed(body.scope);
      if (area === undefined) return present(caller, 'INVALID_SCOPE');
      if (body.userName !== caller.userName) return present(caller, 'PREVIOUS_USER_WRONG');
      return enterScope(area, body.password ?? '', context);
    },
    async hasAccessToScope({ query }, { caller }) {
      return { hasAccess: caller.kind === 'person' && sessionScopeNamed(query.scope) !== undefined };
    },
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
    async createToken({ body }, { peer, setHeader }) {
      setHeader('cache-control', 'no-store');
      setHeader('pragma', 'no-cache');
      const tokens = await grant(body, peer);
      logins.record(tokens.userName);
      return {
        access_token: tokens.accessToken,
        refresh_token: tokens.refreshToken,
        expires_in: tokens.expiresIn,
        token_type: 'Bearer',
      };
    },
  };
}
