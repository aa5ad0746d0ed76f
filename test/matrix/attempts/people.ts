import { callers, makePerson, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, nothing, type Target } from '../target.ts';
import type { Credentials, Wire } from '../wire.ts';

interface Person extends Target {
  /** As the path names them. */
  readonly person: string;
  readonly lastName: string;
}

const personPath = '/iam/v1/people/{repository}/{person}';

async function pictureOf(wire: Wire, person: string): Promise<string> {
  const { status, text } = await wire.send(admin, `GET ${personPath}`, { params: { person } });
  return status === 200 ? text : String(status);
}

/** The caller themself, by name or by `-me-`. Those without a name try the one that guests have. */
function themself({ wire, caller, situation }: Circumstances): Person {
  const userName = callers[caller]?.userName ?? 'guest';
  const person = situation === 'me' || callers[caller] === undefined ? '-me-' : userName;
  return { person, lastName: userName, traces: [], picture: () => pictureOf(wire, userName) };
}

async function stranger(wire: Wire): Promise<Person> {
  const [person, lastName, email] = [newWord(), newWord(), `${newWord()}@schule.example`];
  await makePerson(wire, person, { lastName, email });
  return { person, lastName, traces: [person, lastName, email], picture: () => pictureOf(wire, person) };
}

function unknownPerson(wire: Wire): Person {
  const person = newWord();
  return { person, lastName: newWord(), traces: [], picture: () => pictureOf(wire, person) };
}

async function target(circumstances: Circumstances): Promise<Person> {
  switch (circumstances.situation) {
    case 'own':
    case 'me':
      return themself(circumstances);
    case 'foreign':
      return stranger(circumstances.wire);
    case 'missing':
    case 'new':
      return unknownPerson(circumstances.wire);
    default:
      throw new Error(`No person is ${circumstances.situation}.`);
  }
}

const onPerson = ({ person }: Person) => ({ params: { person } });

const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

/** Somebody whose password matters: the picture is whom their session and their password sign in. */
interface Account extends Person {
  readonly oldPassword: string | undefined;
}

/** Whom the cookie of a session names. */
async function namedBy(wire: Wire, cookie: string): Promise<string> {
  const session = await wire.ask(undefined, 'GET /authentication/v1/validateSession', { headers: { cookie } });
  return `named ${session.authorityName}`;
}

async function sessionOf(wire: Wire, from: Credentials): Promise<string> {
  const { headers } = await wire.send(from, 'GET /authentication/v1/validateSession');
  return /JSESSIONID=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
}

async function ownAccount(circumstances: Circumstances): Promise<Account> {
  const { wire, caller, situation } = circumstances;
  const credentials = callers[caller];
  const person = themself({ ...circumstances, situation: situation === 'set' ? 'own' : situation });
  if (credentials === undefined) return { ...person, oldPassword: 'x' };
  const cookie = await sessionOf(wire, credentials);
  const oldPassword = situation === 'set' ? undefined : credentials.password;
  return { ...person, oldPassword, picture: () => namedBy(wire, cookie) };
}

async function foreignAccount(wire: Wire): Promise<Account> {
  const [userName, lastName] = [newWord(), newWord()];
  const password = 'Passwort von jemand anderem';
  await makePerson(wire, userName, { lastName, email: 'x@y.example' }, password);
  const cookie = await sessionOf(wire, { userName, password });
  return {
    person: userName,
    lastName,
    traces: [userName, lastName],
    oldPassword: undefined,
    picture: () => namedBy(wire, cookie),
  };
}

async function account(circumstances: Circumstances): Promise<Account> {
  switch (circumstances.situation) {
    case 'foreign':
      return foreignAccount(circumstances.wire);
    case 'missing':
      return { ...unknownPerson(circumstances.wire), oldPassword: 'x' };
    default:
      return ownAccount(circumstances);
  }
}

/** Everybody keeps the password that they have: the sessions end all the same. */
const credentialOf = ({ oldPassword }: Account, { caller }: Circumstances) => ({
  ...(oldPassword === undefined ? {} : { oldPassword }),
  newPassword: callers[caller]?.password ?? 'x',
});

/** The user name of the target, also if the path says `-me-`. */
const nameOf = ({ person }: Person, { caller }: Circumstances): string =>
  person === '-me-' ? (callers[caller]?.userName ?? 'guest') : person;

/** A person whose picture is what one call of an administrator shows of them. */
const seenBy =
  (operation: string, params: object = {}) =>
  async (circumstances: Circumstances): Promise<Person> => {
    const person = await target(circumstances);
    const name = nameOf(person, circumstances);
    const picture = async (): Promise<string> => {
      const { status, text } = await circumstances.wire.send(admin, operation, { params: { ...params, person: name } });
      return status === 200 ? text : String(status);
    };
    return { ...person, picture };
  };

/** The top folder, which everybody who is signed in may read. */
const listed = { list: 'favorites', node: '-companyhome-' };

async function inList(circumstances: Circumstances): Promise<Person> {
  const person = await seenBy(`GET ${personPath}/nodeList/{list}`, { list: listed.list })(circumstances);
  const params = { ...listed, person: nameOf(person, circumstances) };
  await circumstances.wire.send(admin, `PUT ${personPath}/nodeList/{list}/{node}`, { params });
  return person;
}

async function withShownMail(circumstances: Circumstances): Promise<Person> {
  const person = await seenBy(`GET ${personPath}/profileSettings`)(circumstances);
  const params = { person: nameOf(person, circumstances) };
  await circumstances.wire.send(admin, `PUT ${personPath}/profileSettings`, { params, json: { showEmail: true } });
  return person;
}

const noNodes = '"nodes":[]';

export const peopleAttempts: Attempts = {
  [`GET ${personPath}/preferences`]: attempt<Person>({ target, parts: onPerson, shows: () => '"preferences":' }),
  [`PUT ${personPath}/preferences`]: attempt<Person>({
    target: seenBy(`GET ${personPath}/preferences`),
    parts: (person, { mark }) => ({ ...onPerson(person), json: { mark } }),
    changed: marked,
  }),
  [`GET ${personPath}/profileSettings`]: attempt<Person>({ target, parts: onPerson, shows: () => '"showEmail":' }),
  [`PUT ${personPath}/profileSettings`]: attempt<Person>({
    target: withShownMail,
    parts: (person) => ({ ...onPerson(person), json: { showEmail: false } }),
    changed: (after, _, before) => after.includes('false') && before.includes('true'),
  }),
  [`PUT ${personPath}/status/{status}`]: attempt<Person>({
    // Its pictures are its own: refused calls that share a target also share the picture from before the first of them.
    target: (circumstances) => target(circumstances),
    parts: ({ person }) => ({ params: { person, status: 'blocked' } }),
    changed: (after, _, before) => after.includes('"blocked"') && !before.includes('"blocked"'),
  }),
  [`GET ${personPath}/nodeList/{list}`]: attempt<Person>({
    target,
    parts: ({ person }) => ({ params: { person, list: listed.list } }),
    shows: () => '"nodes":[',
  }),
  [`PUT ${personPath}/nodeList/{list}/{node}`]: attempt<Person>({
    target: (circumstances) => seenBy(`GET ${personPath}/nodeList/{list}`, { list: circumstances.mark })(circumstances),
    parts: ({ person }, { mark }) => ({ params: { person, list: mark, node: listed.node } }),
    changed: (after, _, before) => before.includes(noNodes) && !after.includes(noNodes),
  }),
  [`DELETE ${personPath}/nodeList/{list}/{node}`]: attempt<Person>({
    target: inList,
    parts: ({ person }) => ({ params: { person, ...listed } }),
    changed: (after, _, before) => after.includes(noNodes) && !before.includes(noNodes),
  }),
  'GET /iam/v1/authorities/{repository}': attempt<Person>({
    target,
    parts: ({ lastName }) => ({ query: { pattern: lastName } }),
    shows: ({ person }) => person,
  }),
  [`GET ${personPath}`]: attempt<Person>({ target, parts: onPerson, shows: ({ lastName }) => lastName }),
  [`GET ${personPath}/memberships`]: attempt<Person>({ target, parts: onPerson, shows: () => '"groups":[' }),
  'GET /edu-repo/v1/people/{person}/shared': attempt<Person>({
    target,
    parts: onPerson,
    shows: () => '"shared":[',
  }),
  'GET /iam/v1/people/{repository}': attempt<Person>({
    target,
    parts: ({ lastName }) => ({ query: { pattern: lastName } }),
    shows: ({ person }) => person,
  }),
  [`PUT ${personPath}/profile`]: attempt<Person>({
    target,
    parts: (person, { mark }) => ({ ...onPerson(person), json: { lastName: mark } }),
    changed: marked,
  }),
  [`PUT ${personPath}/credential`]: attempt<Account>({
    target: account,
    parts: (given, circumstances) => ({ ...onPerson(given), json: credentialOf(given, circumstances) }),
    changed: (after, _, before) => before !== 'named null' && after === 'named null',
  }),
  [`POST ${personPath}`]: attempt<Person>({
    target,
    parts: (person, { mark }) => ({ ...onPerson(person), json: { lastName: mark } }),
    changed: marked,
  }),
  'POST /iam/v1/passwords/{repository}': attempt<Target>({
    target: async () => nothing,
    parts: () => ({ query: { count: '1' } }),
    shows: () => '"passwords":["',
  }),
  [`DELETE ${personPath}`]: attempt<Person>({
    target,
    parts: onPerson,
    changed: (after, _, before) => after === '404' && before !== '404',
  }),
};
