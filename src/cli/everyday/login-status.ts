import { createClient } from '../../client/client.ts';
import { openTarget } from '../connection/connect.ts';
import { createLoginStore, isSignedIn, type Login, type LoginStore } from '../connection/login-store.ts';
import { createSignedInTransport, LoginEnded } from '../connection/signed-in-transport.ts';
import { readSettings, settingsFile } from '../connection/user-settings.ts';
import { repository } from '../node-arguments/node.ts';
import { timeColumn } from '../print/table.ts';
import type { ListView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';

type State = 'valid' | LoginEnded['end'] | 'signed out' | 'not tested';

interface KnownLogin {
  /** The name of a remote with this address; null if there is none. */
  readonly remote: string | null;
  readonly url: string;
  /** Null for a remote without a login. */
  readonly userName: string | null;
  readonly state: State;
  /** Until when it can be used without signing in again, if it is not used before; null if the server does not say. */
  readonly until: string | null;
  /** Whether commands use this login without `--as`. */
  readonly isDefault: boolean;
}

const loginList: ListView<KnownLogin> = {
  columns: [
    { title: 'remote', value: ({ remote }) => remote ?? '-' },
    { title: 'user', value: ({ userName }) => userName ?? '-' },
    { title: 'login', value: ({ state }) => state },
    timeColumn('until', ({ until }) => until),
    { title: 'default', value: ({ isDefault }) => (isDefault ? 'yes' : '') },
    { title: 'repository', value: ({ url }) => url },
  ],
  id: ({ userName }) => userName ?? '-',
  whole: (logins) => ({ logins }),
};

const endOf = ({ tokens }: Login): string | null =>
  tokens?.endsAt === undefined ? null : new Date(tokens.endsAt).toISOString();

/** Tests a login with a call. Reports why the server could not be asked. */
async function stateOf(login: Login, logins: LoginStore, { globals, output }: Context): Promise<State> {
  if (!isSignedIn(login)) return 'signed out';
  const url = new URL(login.url);
  const target = openTarget(url, globals);
  try {
    const send = createSignedInTransport({ url, userName: login.userName, logins }, target.send);
    const { person } = await createClient(send).getPerson({ repository, person: '-me-' });
    // A server with a guest does not refuse a session that has ended.
    return person.userName.toLowerCase() === login.userName.toLowerCase() ? 'valid' : 'expired';
  } catch (error) {
    if (error instanceof LoginEnded) return error.end;
    const { message, why } = explainError(error);
    output.report(`${login.url}: ${message} ${why}`);
    return 'not tested';
  } finally {
    await target.close();
  }
}

/**
 * Prints all logins and the remotes without one. Resolves with 4 if a login is no longer valid, and with 8 if one could not be
 * tested.
 */
export async function showLogins(context: Context): Promise<ExitCode> {
  const file = settingsFile(context.globals, context.environment);
  const logins = createLoginStore(file);
  const { remotes } = await readSettings(file);
  const nameOf = (url: string): string | null => [...remotes].find(([, address]) => address === url)?.[0] ?? null;
  const known: KnownLogin[] = [];
  for (const login of await logins.everywhere()) {
    const { url, userName } = login;
    const first = await logins.read(new URL(url));
    const isDefault = first?.userName === userName && isSignedIn(login);
    const state = await stateOf(login, logins, context);
    // The test may have renewed the tokens.
    const until = state === 'valid' ? endOf((await logins.read(new URL(url), userName)) ?? login) : null;
    known.push({ remote: nameOf(url), url, userName, state, until, isDefault });
  }
  const without = [...remotes].filter(([, address]) => known.every(({ url }) => url !== address));
  for (const [remote, url] of without) {
    known.push({ remote, url, userName: null, state: 'signed out', until: null, isDefault: false });
  }
  if ((await (await context.printer()).list(known, loginList)) === 0) {
    context.output.note('There are no logins. To sign in: edu-repo login URL');
  }
  const states = new Set(known.map(({ state }) => state));
  if (states.has('expired') || states.has('withdrawn')) return exitCodes.loginNeeded;
  return states.has('not tested') ? exitCodes.unreachable : exitCodes.ok;
}
