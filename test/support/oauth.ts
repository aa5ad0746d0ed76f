import type { Client } from '../../src/client/client.ts';
import type { TestPerson } from './people.ts';
import type { School } from './transports.ts';

const oauthClient = { client_id: 'our-app', client_secret: 'the app’s = secret & more' };

/** The configuration of a repository that knows one client of the token endpoint. */
export const knowingOAuthClient = {
  'authentication.oauth.clients': JSON.stringify({ [oauthClient.client_id]: oauthClient.client_secret }),
};

/** The fields of the two grants (5.1). */
export const passwordGrant = (person: Pick<TestPerson, 'userName' | 'password'>) => ({
  grant_type: 'password',
  ...oauthClient,
  username: person.userName,
  password: person.password,
});
export const refreshGrant = (refresh_token: string) => ({ grant_type: 'refresh_token', ...oauthClient, refresh_token });

/** Whoever shows this access token. */
export const bearer = (school: School, token: string): Client =>
  school.withHeaders({ authorization: `Bearer ${token}` });

/** Who is signed in; null for nobody. */
export const whoIs = async (caller: Client): Promise<string | null> => (await caller.validateSession()).authorityName;
