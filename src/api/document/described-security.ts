import type { Operation } from '../../contract/operation.ts';

type Json = Record<string, unknown>;

/** The ways to sign in (contract 5.2). Each of them is enough. */
export const signIns: readonly Json[] = [{ basic: [] }, { bearer: [] }, { oauth: [] }, { ticket: [] }, { session: [] }];

/** The signature of an app takes all of its headers. */
const signature: Json = { appId: [], appTimestamp: [], appSigned: [], appSignature: [] };

/** The `security` of an operation, unless it is that of the document: a sign-in. */
export function securityOf({ access, byUsage, signed }: Operation): Json {
  if (signed === true) return { security: [signature] };
  if (access === 'public') return { security: [] };
  const isForApps = access === 'app-or-user' || access === 'app-or-admin' || byUsage === true;
  return isForApps ? { security: [...signIns, signature] } : {};
}

const header = (name: string, description: string): Json => ({ type: 'apiKey', in: 'header', name, description });

/** The ways to sign in, and the headers of a signature, by their names in `security`. `root` is the path of the server. */
export const securitySchemes = (root: string): Json => ({
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: {
    type: 'oauth2',
    flows: { password: { tokenUrl: `${root}/oauth2/token`, refreshUrl: `${root}/oauth2/token`, scopes: {} } },
  },
  ticket: header('Authorization', '`EDU-TICKET`, a space, and a ticket that an app got from `signInByApp`.'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'JSESSIONID',
    description: 'Set by `validateSession` and `loginToScope`. Browsers send it automatically.',
  },
  appId: header('X-Edu-App-Id', 'The ID of a registered app.'),
  appTimestamp: header('X-Edu-App-Ts', 'The time of the call, in milliseconds since 1970.'),
  appSigned: header('X-Edu-App-Signed', 'The signed text. It must contain the time.'),
  appSignature: header(
    'X-Edu-App-Sig',
    'The signature of the text with the private key of the app, in Base64: RSA with SHA-1 or SHA-256.',
  ),
});
