import { z } from 'zod';

/** A field that is missing, or sent twice, is empty. */
const field = z.string().default('').catch('');

/** The form fields of the token endpoint (5.1). What is missing fails like what is wrong: with 401. */
export const TokenRequest = z.object({
  grant_type: field.describe('`password` or `refresh_token`.'),
  client_id: field,
  client_secret: field,
  username: field.describe('For the password grant.'),
  password: field.describe('For the password grant.'),
  refresh_token: field.describe('For the refresh grant.'),
});

/** The answer of the token endpoint (5.1). */
export const Token = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().describe('In seconds.'),
  token_type: z.literal('Bearer'),
});

/** What an application gets for a person (5.2). */
export const AppTicket = z.strictObject({ userId: z.string(), ticket: z.string() });

/** A sign-in to a scope of the session. */
export const ScopeLogin = z.object({
  userName: z.string().nullish().describe('The user of the session.'),
  password: z.string().nullish(),
  scope: z.string().nullish().describe('`safe`; empty or missing to leave the scope, which needs no password.'),
});

/** Whether the session may enter a scope. */
export const ScopeAccess = z.strictObject({ hasAccess: z.boolean() });

/** The properties of a registered application, as it was registered. Secrets are not among them. */
export const Application = z.record(z.string(), z.string());

export const ApplicationEntries = z.array(
  z.strictObject({ id: z.string(), title: z.string(), type: z.string(), properties: Application }),
);

/** A client of the token endpoint, without its secret. */
export const OAuthClient = z.strictObject({
  id: z.string(),
  origin: z
    .enum(['configuration', 'repository'])
    .describe('Where it is kept: only the latter can be removed by a call.'),
});

export const OAuthClientEntries = z.strictObject({ clients: z.array(OAuthClient) });

/** A new client with its secret, which is shown this once. */
export const OAuthClientSecret = z.strictObject({ id: z.string(), secret: z.string() });
