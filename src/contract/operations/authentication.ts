import { z } from 'zod';
import { AppTicket, ScopeAccess, ScopeLogin, Token, TokenRequest } from '../objects/authentication.ts';
import { AppUserProfile } from '../objects/people.ts';
import { Session } from '../objects/service.ts';
import { operation } from '../operation.ts';

const group = 'authentication';

export const validateSession = operation({
  method: 'GET',
  path: '/authentication/v1/validateSession',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Tell who is signed in',
  description:
    'Always answers 200. After a sign-in by header, the answer sets the cookie JSESSIONID. Choice of edu-repo: only this call opens a session.',
  group,
  access: 'public',
  result: Session,
});

export const destroySession = operation({
  method: 'GET',
  path: '/authentication/v1/destroySession',
  summary: 'End the session of the cookie',
  description: 'Answers 200 where there is none too. A page of another site may not call it.',
  group,
  access: 'public',
  result: 'empty',
  errors: [403],
});

export const loginToScope = operation({
  method: 'POST',
  path: '/authentication/v1/loginToScope',
  summary: 'Enter a scope of the session, such as the safe area',
  description:
    'What is made in a scope is seen in it only. Needs the password of the user once more. Answers 200 also where that fails, and says in `statusCode` why. Opens a session where there is none.',
  group,
  access: 'public',
  body: { kind: 'json', name: 'login', schema: ScopeLogin },
  result: Session,
  errors: [403, 429],
});

export const hasAccessToScope = operation({
  method: 'GET',
  path: '/authentication/v1/hasAccessToScope',
  summary: 'Tell whether the caller may enter a scope',
  group,
  access: 'public',
  query: z.object({ scope: z.string() }),
  result: ScopeAccess,
});

export const signInByApp = operation({
  method: 'POST',
  path: '/authentication/v1/appauth/{userId}',
  summary: 'Give an application a ticket for a person',
  description: 'Needs the signature of a registered application. Makes the person, or changes what is said of them.',
  group,
  access: 'public',
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
  group,
  access: 'public',
  body: { kind: 'form', schema: TokenRequest },
  result: Token,
});
