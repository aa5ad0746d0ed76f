import { randomUUID } from 'node:crypto';
import type { CallerName } from './grid.ts';
import { admin } from './server.ts';
import type { Credentials, Wire } from './wire.ts';

/** A word that nothing else on the server has. */
export const newWord = (): string => `x${randomUUID().replaceAll('-', '')}`;

const signedIn = (userName: string): Credentials => ({ userName, password: `Passwort von ${userName}` });

/** Whoever calls, as the tables name them; undefined for the two who show no credentials. */
export const callers: Readonly<Record<CallerName, Credentials | undefined>> = {
  nobody: undefined,
  guest: undefined,
  stranger: signedIn('stranger'),
  reader: signedIn('reader'),
  writer: signedIn('writer'),
  owner: signedIn('owner'),
  admin,
  other: signedIn('other'),
  removed: signedIn('removed'),
};

/** Somebody whose material is foreign to every caller. */
export const foreigner = signedIn('foreigner');

export interface Membership {
  readonly group: string;
  readonly member: string;
}

export const addMember = (wire: Wire, params: Membership): Promise<unknown> =>
  wire.ask(admin, 'PUT /iam/v1/groups/{repository}/{group}/members/{member}', { params: { ...params } });

export const removeMember = (wire: Wire, params: Membership): Promise<unknown> =>
  wire.ask(admin, 'DELETE /iam/v1/groups/{repository}/{group}/members/{member}', { params: { ...params } });

export async function makeGroup(wire: Wire, group: string, members: readonly string[] = []): Promise<void> {
  await wire.ask(admin, 'POST /iam/v1/groups/{repository}/{group}', {
    params: { group },
    json: { displayName: newWord() },
  });
  for (const member of members) await addMember(wire, { group, member });
}

/** Without a password given the person cannot sign in. */
export async function makePerson(
  wire: Wire,
  person: string,
  profile: { readonly lastName: string; readonly email: string },
  password?: string,
): Promise<void> {
  await wire.ask(admin, 'POST /iam/v1/people/{repository}/{person}', {
    params: { person },
    query: password === undefined ? {} : { password },
    json: profile,
  });
}

/** The group that a caller is a member of, and the group that this one is a member of. */
export const ownGroup = (caller: CallerName): string => `own-${caller}`;
export const outerGroup = (caller: CallerName): string => `outer-${caller}`;

/** What the readers and writers of the shared folder are members of. */
export const readersGroup = 'readers';
export const writersGroup = 'writers';
const writersInnerGroup = 'writers-inner';

/** The memberships that the removed one had until a moment ago. */
export const lostMemberships: readonly Membership[] = [
  { group: writersInnerGroup, member: 'removed' },
  { group: ownGroup('removed'), member: 'removed' },
];

async function makeCaller(wire: Wire, caller: CallerName): Promise<void> {
  const credentials = callers[caller];
  if (credentials === undefined) return;
  const { userName, password } = credentials;
  if (caller !== 'admin') await makePerson(wire, userName, { lastName: newWord(), email: 'x@y.example' }, password);
  await makeGroup(wire, ownGroup(caller), caller === 'removed' ? [] : [userName]);
  await makeGroup(wire, outerGroup(caller), [`GROUP_${ownGroup(caller)}`]);
}

/** Makes the callers and their groups. */
export async function makeCallers(wire: Wire, names: readonly CallerName[]): Promise<void> {
  const { userName, password } = foreigner;
  await Promise.all([
    makePerson(wire, userName, { lastName: newWord(), email: 'x@y.example' }, password),
    ...names.map((caller) => makeCaller(wire, caller)),
  ]);
  await makeGroup(wire, readersGroup, names.includes('reader') ? ['reader'] : []);
  await makeGroup(wire, writersInnerGroup, names.includes('writer') ? ['writer'] : []);
  await makeGroup(wire, writersGroup, [`GROUP_${writersInnerGroup}`]);
  await makeGroup(wire, 'others', names.includes('other') ? ['other'] : []);
}
