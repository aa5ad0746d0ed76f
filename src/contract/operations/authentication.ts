import { z } from 'zod';
import { publicClientId } from '../../base/public-client.ts';
import { AppTicket, ScopeAccess, ScopeLogin, Token, TokenRequest } from '../objects/authentication.ts';
import { AppUserProfile } from '../objects/people.ts';
import { Session } from '../objects/service.ts';
import { operation } from '../operation.ts';

const group = 'authentication';

export const validateSession = operation({
  method: 'GET',
  path: '/authentication/v1/validateSession',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Get the current session',
  description:
    'Returns 200 even if the credentials are wrong; see `statusCode`. If the request authenticates by header, the response sets the cookie JSESSIONID. Specific to edu-repo: only this call and `loginToScope` open a session.',
  group,
  access: 'public',
  result: Session,
});

export const destroySession = operation({
  method: 'GET',
  path: '/authentication/v1/destroySession',
  summary: 'End the current session',
  description: 'Returns 200 even if there is no session. Returns 403 for requests from other sites.',
  group,
  access: 'public',
  result: 'empty',
  errors: [403],
});

export const loginToScope = operation({
  method: 'POST',
  path: '/authentication/v1/loginToScope',
  summary: 'Enter a session scope, such as the safe',
  description:
    'Nodes created in a scope are visible only in this scope. Entering one requires the password again. A wrong password or an unknown scope also returns 200; see `statusCode`. Opens a session if there is none.',
  group,
  access: 'public',
  body: { kind: 'json', name: 'login', schema: ScopeLogin },
  result: Session,
  errors: [403, 429],
});

export const hasAccessToScope = operation({
  method: 'GET',
  path: '/authentication/v1/hasAccessToScope',
  summary: 'Check whether the caller may enter a session scope',
  group,
  access: 'public',
  query: z.object({ scope: z.string() }),
  result: ScopeAccess,
});

export const signInByApp = operation({
  method: 'POST',
  path: '/authentication/v1/appauth/{userId}',
  summary: 'Issue a ticket for a person to an app',
  description:
    'Requires the signature of a registered app. Creates the person, or updates the profile of an existing person.',
  group,
  access: 'public',
  repeatable: true,
  params: z.object({ userId: z.string() }),
  body: { kind: 'json', name: 'profile', schema: AppUserProfile, optional: true },
  result: AppTicket,
  errors: [400, 403],
});

export const createToken = operation({
  method: 'POST',
  path: '/oauth2/token',
  root: 'context',
  summary: 'Get an access token (OAuth 2.0, password and refresh grants)',
  description: `Specific to edu-repo: the client \`${publicClientId}\` is built in and public, it has no \`client_secret\`. An administrator can switch it off (\`authentication.oauth.publicClient\`), or register a client with this ID, which then needs its secret.`,
  group,
  access: 'public',
  body: { kind: 'form', schema: TokenRequest },
  result: Token,
});
