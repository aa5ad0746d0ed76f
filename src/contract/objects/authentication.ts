import { z } from 'zod';

/** A field that is missing or sent twice counts as empty. */
const field = z.string().default('').catch('');

/** The form fields of the token endpoint. A missing field returns 401, like a wrong one. */
export const TokenRequest = z.object({
  grant_type: field.describe('`password` or `refresh_token`.'),
  client_id: field,
  client_secret: field,
  username: field.describe('The user name, for the password grant.'),
  password: field.describe('The password, for the password grant.'),
  refresh_token: field.describe('The current refresh token, for the refresh grant.'),
});

/** The response of the token endpoint. */
export const Token = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().describe('The lifetime of the access token in seconds.'),
  refresh_expires_in: z
    .int()
    .describe('Specific to edu-repo. The lifetime of the refresh token in seconds: each refresh makes it longer.'),
  token_type: z.literal('Bearer'),
});

/** The ticket that an app gets for a person. */
export const AppTicket = z.strictObject({ userId: z.string(), ticket: z.string() });

export const ScopeLogin = z.object({
  userName: z.string().nullish().describe('The user name of the current session.'),
  password: z.string().nullish(),
  scope: z
    .string()
    .nullish()
    .describe(
      '`safe` to enter the safe. If it is empty or missing, the session leaves its scope; this needs no password.',
    ),
});

export const ScopeAccess = z.strictObject({ hasAccess: z.boolean() });

/** The registered properties of an app, without secrets. */
export const Application = z.record(z.string(), z.string());

export const ApplicationEntries = z.array(
  z.strictObject({ id: z.string(), title: z.string(), type: z.string(), properties: Application }),
);

/** A client of the token endpoint, without its secret. */
export const OAuthClient = z.strictObject({
  id: z.string(),
  origin: z
    .enum(['configuration', 'repository'])
    .describe(
      '`configuration`: the client is in the configuration file and cannot be removed by the API; `repository`: it was added with `addOAuthClient`.',
    ),
});

export const OAuthClientEntries = z.strictObject({ clients: z.array(OAuthClient) });

/** A new client with its secret, which is shown only once. */
export const OAuthClientSecret = z.strictObject({ id: z.string(), secret: z.string() });
