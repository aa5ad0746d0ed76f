import { callers, makePerson, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Wire } from '../wire.ts';

const ownPath = '/iam/v1/people/{repository}/{person}/dataprotection';
const queuePath = '/admin/v1/dataprotection';

interface Person extends Target {
  /** As the path names them. */
  readonly person: string;
  readonly userName: string;
}

interface Entry {
  readonly user: string;
  readonly status: string;
}

/** The state of a person's export. */
async function stateOf(wire: Wire, userName: string): Promise<string> {
  const { exports }: { exports: Entry[] } = await wire.ask(admin, `GET ${queuePath}`);
  return exports.find(({ user }) => user === userName)?.status ?? 'none';
}

async function foreigner(wire: Wire): Promise<Person> {
  const userName = newWord();
  await makePerson(wire, userName, { lastName: newWord(), email: '' });
  return { person: userName, userName, traces: [userName], picture: () => stateOf(wire, userName) };
}

/** Without an export. */
async function person({ wire, caller, situation }: Circumstances): Promise<Person> {
  if (situation === 'foreign') return foreigner(wire);
  const known = callers[caller]?.userName;
  const userName = situation === 'missing' ? newWord() : (known ?? 'guest');
  const isMe = situation === 'me' || (known === undefined && situation === 'own');
  await wire.send(admin, `DELETE ${queuePath}/{person}`, { params: { person: userName } });
  return { person: isMe ? '-me-' : userName, userName, traces: [], picture: () => stateOf(wire, userName) };
}

async function requested(circumstances: Circumstances): Promise<Person> {
  const made = await person(circumstances);
  await circumstances.wire.send(admin, `POST ${ownPath}`, { params: { person: made.userName } });
  return made;
}

/** Of a person with a safe area, as every caller is after some calls. */
async function finished(circumstances: Circumstances): Promise<Person> {
  const own = callers[circumstances.caller];
  if (own !== undefined)
    await circumstances.wire.send(own, 'POST /authentication/v1/loginToScope', { json: { ...own, scope: 'safe' } });
  const made = await requested(circumstances);
  await circumstances.wire.ask(admin, `POST ${queuePath}/run`);
  return made;
}

const onPerson = ({ person: name }: Person) => ({ params: { person: name } });

export const dataProtectionAttempts: Attempts = {
  [`POST,PUT ${ownPath}`]: attempt<Person>({
    target: person,
    parts: onPerson,
    // The job may have taken it up meanwhile: another caller has it run.
    changed: (after, _, before) => before === 'none' && after !== 'none',
    once: true,
  }),
  [`GET ${ownPath}`]: attempt<Person>({
    target: finished,
    parts: onPerson,
    shows: ({ userName }) => `"user":"${userName}"`,
  }),
  [`GET ${queuePath}`]: attempt<Person>({
    target: requested,
    parts: () => ({}),
    shows: ({ userName }) => `"user":"${userName}"`,
  }),
  [`DELETE ${queuePath}/{person}`]: attempt<Person>({
    target: requested,
    parts: onPerson,
    changed: (after, _, before) => before !== 'none' && after === 'none',
  }),
  [`POST ${queuePath}/run`]: attempt<Person>({
    target: requested,
    parts: () => ({}),
    shows: () => '"finished":[',
  }),
};
