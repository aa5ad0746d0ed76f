import { type Client, createClient } from '../../src/client/client.ts';
import type { Transport } from '../../src/contract/call.ts';
import { signedBy, type TestApp } from '../support/apps.ts';
import { admin, anna, basic, bert, type TestPerson } from '../support/people.ts';

/** As whom a call is sent. */
export const identities = [
  'guest',
  'teacher',
  'stranger',
  'admin',
  'teacher by Basic',
  'admin by Basic',
  'application',
  'teacher by application',
  'operator',
  'unknown token',
  'wrong password',
] as const;

export type FuzzIdentity = (typeof identities)[number];

/** The client that the server knows under this id. */
const oauthClient = { client_id: 'fuzzer', client_secret: 'secret of the fuzzer' };

/** The environment of a server that these identities can sign in to. */
export const environmentOfIdentities = {
  EDU_REPO_AUTHENTICATION_OAUTH_CLIENTS: JSON.stringify({ [oauthClient.client_id]: oauthClient.client_secret }),
  EDU_REPO_SECURITY_GUEST_ENABLED: 'true',
};

/** The form of a call to the token endpoint that succeeds. */
export const tokenForm = (): Record<string, string> => ({
  ...oauthClient,
  grant_type: 'password',
  username: anna.userName,
  password: anna.password,
});

const somebodyElse: TestPerson = { ...bert, userName: 'nobody-at-all' };

/** Signs everybody in who comes by a token. The result makes the headers of a call. */
export async function signIn(
  send: Transport,
  app: TestApp,
  operator: Record<string, string>,
): Promise<(as: FuzzIdentity) => Record<string, string>> {
  const client: Client = createClient(send);
  const bearer = async ({ userName, password }: TestPerson): Promise<{ authorization: string }> => {
    const body = { ...tokenForm(), username: userName, password };
    return { authorization: `Bearer ${(await client.createToken({ body })).access_token}` };
  };
  const tokens = { teacher: await bearer(anna), stranger: await bearer(bert), admin: await bearer(admin) };
  const { ticket } = await createClient(send, () => signedBy(app)).signInByApp({ userId: anna.userName });
  return (as) => {
    switch (as) {
      case 'guest':
        return {};
      case 'teacher':
      case 'stranger':
      case 'admin':
        return tokens[as];
      case 'teacher by Basic':
        return basic(anna);
      case 'admin by Basic':
        return basic(admin);
      case 'application':
        return signedBy(app);
      case 'teacher by application':
        return { ...signedBy(app), authorization: `EDU-TICKET ${ticket}` };
      case 'operator':
        return operator;
      case 'unknown token':
        return { authorization: 'Bearer AAAA.BBBB' };
      default:
        return basic(somebodyElse);
    }
  };
}
