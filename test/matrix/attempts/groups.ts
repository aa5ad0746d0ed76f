import { addMember, callers, makeGroup, newWord, outerGroup, ownGroup, removeMember } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Wire } from '../wire.ts';

interface Group extends Target {
  /** Without `GROUP_`. */
  readonly group: string;
}

const groupPath = '/iam/v1/groups/{repository}/{group}';
const organizationPath = '/organization/v1/organizations/{repository}/{organization}';

async function pictureOf(wire: Wire, group: string): Promise<string> {
  const read = async (operation: string, parts: object): Promise<string> => {
    const { status, text } = await wire.send(admin, operation, parts);
    return status === 200 ? text : String(status);
  };
  // Of the members only their names: what else is true of them is no matter of the group.
  const members = async (): Promise<string> => {
    const text = await read(`GET ${groupPath}/members`, { params: { group } });
    return (text.match(/"authorityName":"[^"]*"/g) ?? []).join();
  };
  const organizations = read('GET /organization/v1/organizations/{repository}', { query: { pattern: group } });
  return (await Promise.all([read(`GET ${groupPath}`, { params: { group } }), members(), organizations])).join('\n');
}

const known = (wire: Wire, group: string): Group => ({
  group,
  // Whoever is, or was, a member knows the name.
  traces: [],
  picture: () => pictureOf(wire, group),
});

/** A group that the caller is a member of, for one call. */
async function freshOwnGroup(wire: Wire, member: string | undefined): Promise<Group> {
  const group = newWord();
  await makeGroup(wire, group, member === undefined ? [] : [member]);
  return known(wire, group);
}

async function foreignGroup(wire: Wire): Promise<Group> {
  const group = newWord();
  await makeGroup(wire, group, ['foreigner']);
  return { ...known(wire, group), traces: [group] };
}

/** The lasting groups of the caller, or new ones. Those without a name try a group that somebody else is in. */
async function target({ wire, caller, situation }: Circumstances): Promise<Group> {
  const isPerson = callers[caller] !== undefined;
  switch (situation) {
    case 'own':
      return isPerson ? known(wire, ownGroup(caller)) : foreignGroup(wire);
    case 'through':
      return isPerson ? known(wire, outerGroup(caller)) : foreignGroup(wire);
    case 'foreign':
      return foreignGroup(wire);
    case 'missing':
    case 'new':
      return { ...known(wire, newWord()), traces: [] };
    default:
      throw new Error(`No group is ${situation}.`);
  }
}

/** A target that may be changed or deleted. */
async function spare(circumstances: Circumstances): Promise<Group> {
  const { wire, caller, situation } = circumstances;
  if (situation !== 'own') return target(circumstances);
  const member = callers[caller]?.userName;
  const made = await freshOwnGroup(wire, member);
  if (caller === 'removed') await removeMember(wire, { group: made.group, member: caller });
  return made;
}

const onGroup = ({ group }: Group) => ({ params: { group } });

const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

/** Binds it to a folder of the administrator's, and resolves to that. */
async function bind(wire: Wire, group: string): Promise<string> {
  const { node } = await wire.ask(admin, 'POST /node/v1/nodes/{repository}/{node}/children', {
    params: { node: '-userhome-' },
    query: { type: 'ccm:map' },
    json: { 'cm:name': [newWord()] },
  });
  await wire.ask(admin, `PUT ${organizationPath}`, {
    params: { organization: group },
    query: { folder: node.ref.id },
  });
  return String(node.ref.id);
}

/** The folder of an organization: of the caller's, or of others. */
export async function organizationFolder(circumstances: Circumstances, situation: 'own' | 'foreign'): Promise<string> {
  const { group } = await spare({ ...circumstances, situation });
  return bind(circumstances.wire, group);
}

async function organization(circumstances: Circumstances): Promise<Group> {
  const made = await spare(circumstances);
  if (circumstances.situation !== 'missing') await bind(circumstances.wire, made.group);
  return made;
}

interface Bindable extends Group {
  readonly folder: string | undefined;
}

async function bindable(circumstances: Circumstances): Promise<Bindable> {
  const made = await spare(circumstances);
  if (circumstances.situation === 'new') return { ...made, folder: undefined };
  const { node } = await circumstances.wire.ask(admin, 'POST /node/v1/nodes/{repository}/{node}/children', {
    params: { node: '-userhome-' },
    query: { type: 'ccm:map' },
    json: { 'cm:name': [newWord()] },
  });
  return { ...made, folder: node.ref.id };
}

/** The one who is added is the caller; administrators add somebody else. */
const newMember = ({ caller }: Circumstances): string =>
  caller === 'admin' ? 'stranger' : (callers[caller]?.userName ?? 'foreigner');

interface Occupied extends Group {
  readonly member: string;
}

async function occupied(circumstances: Circumstances): Promise<Occupied> {
  const made = await spare(circumstances);
  const member = 'foreigner';
  if (circumstances.situation !== 'missing') await addMember(circumstances.wire, { group: made.group, member });
  return { ...made, member };
}

export const groupAttempts: Attempts = {
  [`GET ${groupPath}`]: attempt<Group>({ target, parts: onGroup, shows: ({ group }) => `GROUP_${group}` }),
  'GET /iam/v1/groups/{repository}': attempt<Group>({
    target,
    parts: ({ group }) => ({ query: { pattern: group } }),
    shows: ({ group }) => `GROUP_${group}`,
  }),
  [`GET ${groupPath}/members`]: attempt<Occupied>({
    target: occupied,
    parts: onGroup,
    shows: ({ member }) => `"${member}"`,
  }),
  [`PUT ${groupPath}/profile`]: attempt<Group>({
    target: spare,
    parts: (group, { mark }) => ({ ...onGroup(group), json: { displayName: mark } }),
    changed: marked,
  }),
  [`DELETE ${groupPath}`]: attempt<Group>({
    target: spare,
    parts: onGroup,
    changed: (after, _, before) => after.startsWith('404') && !before.startsWith('404'),
  }),
  [`PUT ${groupPath}/members/{member}`]: attempt<Group>({
    target,
    parts: ({ group }, circumstances) => ({ params: { group, member: newMember(circumstances) } }),
    changed: (after, circumstances, before) => {
      const member = `"${newMember(circumstances)}"`;
      return after.includes(member) && !before.includes(member);
    },
  }),
  [`DELETE ${groupPath}/members/{member}`]: attempt<Occupied>({
    target: occupied,
    parts: ({ group, member }) => ({ params: { group, member } }),
    changed: (after, _, before) => !after.includes('"foreigner"') && before.includes('"foreigner"'),
  }),
  [`POST ${groupPath}`]: attempt<Group>({
    target,
    parts: (group, { mark }) => ({ ...onGroup(group), json: { displayName: mark } }),
    changed: marked,
  }),
  [`PUT ${organizationPath}`]: attempt<Bindable>({
    target: bindable,
    parts: ({ group, folder }) => ({
      params: { organization: group },
      query: folder === undefined ? {} : { folder },
      ...(folder === undefined ? { json: { displayName: group } } : {}),
    }),
    changed: (after, _, before) => after.includes('"sharedFolder"') && !before.includes('"sharedFolder"'),
  }),
  [`DELETE ${organizationPath}`]: attempt<Group>({
    target: organization,
    parts: ({ group }) => ({ params: { organization: group } }),
    changed: (after, _, before) => !after.includes('"sharedFolder"') && before.includes('"sharedFolder"'),
  }),
  [`GET ${organizationPath}`]: attempt<Group>({
    target: organization,
    parts: ({ group }) => ({ params: { organization: group } }),
    shows: ({ group }) => `GROUP_${group}"`,
  }),
  [`DELETE ${organizationPath}/member/{member}`]: attempt<Occupied>({
    target: async (circumstances) => {
      const made = await occupied(circumstances);
      if (circumstances.situation !== 'missing') await bind(circumstances.wire, made.group);
      return made;
    },
    parts: ({ group, member }) => ({ params: { organization: group, member } }),
    changed: (after, _, before) => !after.includes('"foreigner"') && before.includes('"foreigner"'),
  }),
  'GET /organization/v1/organizations/{repository}': attempt<Group>({
    target: organization,
    parts: () => ({}),
    shows: ({ group }) => `GROUP_${group}"`,
  }),
};
