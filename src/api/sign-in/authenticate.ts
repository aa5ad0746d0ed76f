import { messageOf } from '../../base/errors/errors.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import type { UsedNodes } from '../../domain/access/caller.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Services } from '../../services/services.ts';
import { isAppHeader } from './app-headers.ts';
import { appSignatureOf } from './app-signature.ts';
import { clientCredentials } from './header-credentials.ts';
import { createHeaderSignIn } from './header-sign-in.ts';
import type { Identity } from './identity.ts';
import { sessionIdOf } from './session-cookie.ts';
import { statedUsageOf, usageLinkOf } from './stated-usage.ts';

type SignedCall = Pick<Call, 'operation' | 'headers' | 'query' | 'clientAddress'>;

export type Authenticate = (call: SignedCall) => MaybePromise<Identity>;

type Parts = Pick<
  Services,
  | 'signIn'
  | 'logRefusedSignIn'
  | 'sessions'
  | 'callers'
  | 'tokens'
  | 'runTokens'
  | 'tickets'
  | 'appSignatures'
  | 'usedNodesOf'
  | 'usageLinks'
>;

/**
 * Whether an app signed this URL of a content or preview for the browser of a person: existing plugins redirect there. The
 * browser calls from its own address, not from the host of the app. Everything that the app states must be in the URL, and
 * only a usage opens the node.
 */
function isForBrowser(call: SignedCall, app: string): boolean {
  const operation: Operation = operations[call.operation];
  const isInUrl = !Object.keys(call.headers).some(isAppHeader);
  return operation.result === 'file' && isInUrl && statedUsageOf(call, app) !== undefined;
}

/**
 * Identifies the caller by a header, or else by the session cookie. The signature of an app is always checked;
 * an invalid one rejects as `AppSignatureService` does. If the app states a usage, the caller may also read what the app uses.
 * `operatorToken` is the Bearer token of the operator, who can read the
 * data directory.
 */
export function createAuthenticate(services: Parts, operatorToken: string | undefined): Authenticate {
  const byHeader = createHeaderSignIn(services, operatorToken);
  const none = async (): Promise<Identity> => ({ caller: await services.callers.unknown(), by: 'none' });

  const bySession = async (id: string | undefined): Promise<Identity> => {
    const session = id === undefined ? undefined : await services.sessions.use(id);
    return session === undefined ? none() : { caller: session.caller, by: 'session', credentials: session.credentials };
  };

  const signedBy = (call: SignedCall): Promise<AppRecord> | undefined => {
    const signature = appSignatureOf(call);
    return (
      signature &&
      services.appSignatures
        .verify(signature, isForBrowser(call, signature.appId) ? 'any host' : call.clientAddress)
        .catch((error: unknown) => {
          services.logRefusedSignIn({ reason: `app signature: ${messageOf(error)}`, address: call.clientAddress });
          throw error;
        })
    );
  };

  /** What the caller may read by a usage; undefined for calls that state none. */
  const usedBy = async (call: SignedCall, app: AppRecord | undefined): Promise<UsedNodes | undefined> => {
    const stated = app && statedUsageOf(call, app.id);
    if (stated !== undefined) return services.usedNodesOf(stated);
    const link = usageLinkOf(call);
    return link === undefined ? undefined : services.usageLinks.open(link);
  };

  const withSessionAndApp = async (
    call: SignedCall,
    identity: MaybePromise<Identity>,
    sessionId: string | undefined,
  ): Promise<Identity> => {
    const signedIn = await identity;
    const app = await signedBy(call);
    const usage = await usedBy(call, app);
    const caller = usage === undefined ? signedIn.caller : { ...signedIn.caller, usage };
    return { ...signedIn, caller, sessionId, app };
  };

  return (call) => {
    // The header has the client, and the form fields have the user.
    if (call.operation === 'createToken')
      return none().then((identity) => ({ ...identity, client: clientCredentials(call.headers) }));
    const sessionId = sessionIdOf(call.headers);
    const identity = byHeader(call) ?? bySession(sessionId);
    // Most calls have neither a session nor a signature nor a link.
    const isPlain = sessionId === undefined && appSignatureOf(call) === undefined && usageLinkOf(call) === undefined;
    return isPlain ? identity : withSessionAndApp(call, identity, sessionId);
  };
}
