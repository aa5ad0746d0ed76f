import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { addMember, makePerson, newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, nothing, type Target } from '../target.ts';
import type { Parts, Wire } from '../wire.ts';

const applicationPath = '/admin/v1/applications/{application}';
const clientPath = '/admin/v1/clients/{client}';

// Making a key takes long; whose key it is does not matter here.
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The properties of an app or a repository, in XML. */
export const registration = (id: string, properties: Readonly<Record<string, string>>): string => {
  const all = {
    appid: id,
    type: 'LMS',
    trustedclient: 'true',
    host: '*',
    domain: '*',
    public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...properties,
  };
  const lines = Object.entries(all).map(([key, value]) => `  <entry key="${key}">${value}</entry>`);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">',
    '<properties>',
    ...lines,
    '</properties>',
  ].join('\n');
};

const xmlOf = (id: string, properties: Readonly<Record<string, string>> = {}): Parts => ({
  file: { field: 'xml', name: 'app.xml', type: 'text/xml', text: registration(id, properties) },
});

const register = (wire: Wire, id: string, properties: Readonly<Record<string, string>>): Promise<unknown> =>
  wire.ask(admin, 'PUT /admin/v1/applications/xml', xmlOf(id, properties));

interface Named extends Target {
  readonly id: string;
}

const listed = (wire: Wire, what: 'applications' | 'clients') => async (): Promise<string> =>
  JSON.stringify(await wire.ask(admin, `GET /admin/v1/${what}`));

async function application({ wire, situation }: Circumstances): Promise<Named> {
  const id = newWord();
  if (situation === 'present') await register(wire, id, {});
  return { id, traces: [], picture: listed(wire, 'applications') };
}

async function client({ wire, situation }: Circumstances): Promise<Named> {
  const id = newWord();
  if (situation === 'present') await wire.ask(admin, `PUT ${clientPath}`, { params: { client: id } });
  return { id, traces: [], picture: listed(wire, 'clients') };
}

/** What every caller can try with whatever is registered: the lists must not tell of it. */
async function secretApplication(circumstances: Circumstances): Promise<Named> {
  const made = await application({ ...circumstances, situation: 'present' });
  return { ...made, traces: [made.id] };
}

async function secretClient(circumstances: Circumstances): Promise<Named> {
  const made = await client({ ...circumstances, situation: 'present' });
  return { ...made, traces: [made.id] };
}

/** The lists of others change at the same time: what counts is this one. */
const only = (target: Named): Named => ({
  ...target,
  picture: async () => String((await target.picture()).includes(`"${target.id}"`)),
});

const alone =
  (make: (circumstances: Circumstances) => Promise<Named>) =>
  async (circumstances: Circumstances): Promise<Named> =>
    only(await make(circumstances));

const came = (after: string, _: Circumstances, before: string): boolean => before === 'false' && after === 'true';
const went = (after: string, _: Circumstances, before: string): boolean => before === 'true' && after === 'false';

interface Signing {
  readonly id: string;
  readonly user: string;
  readonly at: number;
  readonly key: KeyObject;
  readonly text: string;
}

const signedHeaders = ({ id, at, key, text }: Signing): Record<string, string> => ({
  'x-edu-app-id': id,
  'x-edu-app-sig': sign('sha256', Buffer.from(text), key).toString('base64'),
  'x-edu-app-signed': text,
  'x-edu-app-ts': String(at),
});

const signing = (id: string, user: string, given: Partial<Signing> = {}): Signing => {
  const at = given.at ?? Date.now();
  return { id, user, at, key: privateKey, text: `${id}${user}${newWord()}${at}`, ...given };
};

/** Registers an app that may do what apps may. */
export const registerApp = (wire: Wire, id: string): Promise<unknown> => register(wire, id, {});

/** The headers of a call that the app signed. */
export const signedBy = (id: string): Record<string, string> => signedHeaders(signing(id, newWord()));

const threeMinutes = 180_000;

interface Apps extends Target {
  readonly trusted: string;
  readonly untrusted: string;
  readonly elsewhere: string;
  /** An administrator whose name is not `admin`. */
  readonly head: string;
}

const registered = new WeakMap<Wire, Promise<Apps>>();

async function registerApps(wire: Wire): Promise<Apps> {
  const [trusted, untrusted, elsewhere, head] = [newWord(), newWord(), newWord(), newWord()];
  await register(wire, trusted, {});
  await register(wire, untrusted, { trustedclient: 'false' });
  await register(wire, elsewhere, { host: '192.0.2.1', domain: 'lms.schule.example' });
  await makePerson(wire, head, { lastName: newWord(), email: 'x@y.example' });
  await addMember(wire, { group: 'ALFRESCO_ADMINISTRATORS', member: head });
  return { ...nothing, trusted, untrusted, elsewhere, head };
}

function apps({ wire }: Circumstances): Promise<Apps> {
  const known = registered.get(wire) ?? registerApps(wire);
  registered.set(wire, known);
  return known;
}

type Sign = (apps: Apps, user: string) => Signing | undefined;

/** How an application signs in each situation; undefined where it does not. */
const signings: Readonly<Record<string, Sign>> = {
  signed: ({ trusted }, user) => signing(trusted, user),
  replayed: ({ trusted }, user) => signing(trusted, user),
  unsigned: () => undefined,
  'unknown-app': (_, user) => signing(newWord(), user),
  stale: ({ trusted }, user) => signing(trusted, user, { at: Date.now() - threeMinutes }),
  'other-text': ({ trusted }, user) => signing(trusted, user, { text: `${trusted}${newWord()}` }),
  'bad-signature': ({ trusted }, user) => signing(trusted, user, { key: otherKey }),
  untrusted: ({ untrusted }, user) => signing(untrusted, user),
  'other-host': ({ elsewhere }, user) => signing(elsewhere, user),
  'named-admin': ({ trusted }) => signing(trusted, admin.userName),
  'for-admin': ({ trusted, head }) => signing(trusted, head),
};

const signInByApp = 'POST /authentication/v1/appauth/{userId}';

async function signInParts(known: Apps, { wire, situation }: Circumstances): Promise<Parts> {
  const user = newWord();
  const given = signings[situation]?.(known, user);
  const parts: Parts = {
    params: { userId: given?.user ?? user },
    ...(given === undefined ? {} : { headers: signedHeaders(given) }),
  };
  if (situation === 'replayed') await wire.ask(undefined, signInByApp, parts);
  return parts;
}

export const applicationAttempts: Attempts = {
  [signInByApp]: attempt<Apps>({ target: apps, parts: signInParts, shows: () => '"ticket"' }),
  'GET /admin/v1/applications': attempt<Named>({
    target: secretApplication,
    parts: () => ({}),
    shows: ({ id }) => id,
  }),
  'PUT /admin/v1/applications/xml': attempt<Named>({
    target: alone(application),
    parts: ({ id }) => xmlOf(id),
    changed: came,
  }),
  [`DELETE ${applicationPath}`]: attempt<Named>({
    target: alone(application),
    parts: ({ id }) => ({ params: { application: id } }),
    changed: went,
  }),
  'GET /admin/v1/clients': attempt<Named>({ target: secretClient, parts: () => ({}), shows: ({ id }) => id }),
  [`PUT ${clientPath}`]: attempt<Named>({
    target: alone(client),
    parts: ({ id }) => ({ params: { client: id } }),
    changed: came,
  }),
  [`DELETE ${clientPath}`]: attempt<Named>({
    target: alone(client),
    parts: ({ id }) => ({ params: { client: id } }),
    changed: went,
  }),
};
