import { randomUUID } from 'node:crypto';
import { callers, foreigner, newWord, readersGroup, writersGroup } from '../people.ts';
import { admin } from '../server.ts';
import type { Circumstances, Target } from '../target.ts';
import type { Credentials, Parts, Wire } from '../wire.ts';
import { organizationFolder } from './groups.ts';

/** A folder, or a file, with a file of two versions in it. The file has words of its own in its name, its title and its text. */
export interface Material extends Target {
  readonly folder: string;
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The id of a comment on the file, and a word that stands in it and in feedback to the file. */
  readonly comment: string;
  readonly said: string;
}

/** The path of a node. */
export const nodePath = '/node/v1/nodes/{repository}/{node}';

/** An image to be sent as a picture of its own. */
export const drawing = {
  name: 'a.svg',
  type: 'image/svg+xml',
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>',
};

export const hasOwnPreview = (text: string): boolean => text.includes('"isGenerated":false');

/** Who makes something: by their credentials, or by the cookie of a session. */
export type Maker = Credentials | { readonly cookie: string };

/** Asks as somebody; throws where the answer is no success. */
export const askAs = (wire: Wire, by: Maker, operation: string, parts: Parts) =>
  'cookie' in by
    ? wire.ask(undefined, operation, { ...parts, headers: { cookie: by.cookie } })
    : wire.ask(by, operation, parts);

async function makeNode(wire: Wire, by: Maker, parent: string, type: string, properties: object, query: object = {}) {
  const { node } = await askAs(wire, by, `POST ${nodePath}/children`, {
    params: { node: parent },
    query: { type, ...query },
    json: properties,
  });
  return String(node.ref.id);
}

/** An access control list as it is sent: whom it grants what. */
export const entries = (grants: Readonly<Record<string, string>>) =>
  Object.entries(grants).map(([authorityName, permission]) => ({
    authority: { authorityName },
    permissions: [permission],
  }));

const setAcl = (wire: Wire, node: string, inherited: boolean, grants: Readonly<Record<string, string>>) =>
  wire.ask(admin, `PUT ${nodePath}/permissions`, {
    params: { node },
    json: { inherited, permissions: entries(grants) },
  });

/** What an administrator sees of the file, of its folder and of what lies in that. */
async function pictureOf(wire: Wire, folder: string, file: string): Promise<string> {
  const read = async (node: string, what: string): Promise<string> => {
    const { status, text } = await wire.send(admin, `GET ${nodePath}/${what}`, { params: { node } });
    return status === 200 ? text : String(status);
  };
  const parts = [
    read(folder, 'children'),
    read(file, 'metadata'),
    read(folder, 'permissions'),
    read(file, 'permissions'),
    read(file, 'textContent'),
  ];
  return (await Promise.all(parts)).join('\n');
}

/** How a child object of a file is made. */
export const asChildObject = { assocType: 'ccm:childio' };

/** Makes a folder with a file in it in a folder, or a file with a child object. */
export async function makeMaterial(
  wire: Wire,
  by: Maker,
  parent: string,
  { attached }: { readonly attached: boolean } = { attached: false },
): Promise<Material> {
  const [folderName, name, title, text, said] = [newWord(), newWord(), newWord(), newWord(), newWord()];
  const folder = await makeNode(wire, by, parent, attached ? 'ccm:io' : 'ccm:map', { 'cm:name': [folderName] });
  const properties = { 'cm:name': [name], 'cclom:title': [title] };
  const file = await makeNode(wire, by, folder, 'ccm:io', properties, attached ? asChildObject : {});
  await askAs(wire, by, `POST ${nodePath}/content`, {
    params: { node: file },
    query: { mimetype: 'text/plain', versionComment: 'x' },
    file: { field: 'file', name: 'a.txt', type: 'text/plain', text },
  });
  const params = { node: file };
  const { ref } = await askAs(wire, by, 'PUT /comment/v1/comments/{repository}/{node}', { params, json: said });
  await askAs(wire, by, 'PUT /feedback/v1/feedback/{repository}/{node}/add', { params, json: { x: [said] } });
  const picture = () => pictureOf(wire, folder, file);
  const traces = [folderName, name, title, text, said];
  return { folder, file, name, title, text, comment: String(ref.id), said, traces, picture };
}

/** A node that everybody may read. Resolves to its ID. */
export async function makeOpenNode(wire: Wire, properties: object): Promise<string> {
  const node = await makeNode(wire, admin, '-userhome-', 'ccm:io', { 'cm:name': [newWord()], ...properties });
  await setAcl(wire, node, true, { GROUP_EVERYONE: 'Consumer' });
  return node;
}

const sharedFolders = new WeakMap<Wire, Promise<string>>();

async function makeSharedFolder(wire: Wire): Promise<string> {
  const by = callers.owner ?? admin;
  const folder = await makeNode(wire, by, '-userhome-', 'ccm:map', { 'cm:name': [newWord()] });
  await setAcl(wire, folder, true, {
    [`GROUP_${readersGroup}`]: 'Consumer',
    [`GROUP_${writersGroup}`]: 'Collaborator',
  });
  return folder;
}

/** The folder of the owner's that readers and writers share. */
export function sharedFolder(wire: Wire): Promise<string> {
  const known = sharedFolders.get(wire) ?? makeSharedFolder(wire);
  sharedFolders.set(wire, known);
  return known;
}

const inShared = async (wire: Wire): Promise<Material> =>
  makeMaterial(wire, callers.owner ?? admin, await sharedFolder(wire));

/** What `-userhome-` is tried with by those who have none. */
const noHome: Material = {
  folder: '-userhome-',
  file: '-userhome-',
  name: newWord(),
  title: newWord(),
  text: newWord(),
  comment: randomUUID(),
  said: newWord(),
  traces: [],
  picture: async () => '',
};

const ownMaterial = ({ wire, caller }: Circumstances): Promise<Material> | Material => {
  const by = callers[caller];
  return by === undefined ? noHome : makeMaterial(wire, by, '-userhome-');
};

/** A session of the owner's in the safe area. */
export async function safeSession(wire: Wire): Promise<Maker> {
  const { status, headers } = await wire.send(callers.owner, 'POST /authentication/v1/loginToScope', {
    json: { ...callers.owner, scope: 'safe' },
  });
  const cookie = /JSESSIONID=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0];
  if (cookie === undefined) throw new Error(`Entering the safe area answered ${status} without a session.`);
  return { cookie };
}

const situations: Readonly<Record<string, (circumstances: Circumstances) => Promise<Material> | Material>> = {
  own: ownMaterial,
  shared: ({ wire }) => inShared(wire),
  foreign: ({ wire }) => makeMaterial(wire, foreigner, '-userhome-'),
  async open({ wire }) {
    const material = await makeMaterial(wire, foreigner, '-userhome-');
    await setAcl(wire, material.folder, true, { GROUP_EVERYONE: 'Collaborator' });
    return material;
  },
  async cut({ wire }) {
    const material = await inShared(wire);
    await setAcl(wire, material.folder, false, {});
    return material;
  },
  attached: async ({ wire }) =>
    makeMaterial(wire, callers.owner ?? admin, await sharedFolder(wire), { attached: true }),
  async beside({ wire }) {
    const by = callers.owner ?? admin;
    const parent = await makeNode(wire, by, await sharedFolder(wire), 'ccm:map', { 'cm:name': [newWord()] });
    const material = await makeMaterial(wire, by, parent);
    await setAcl(wire, material.folder, false, {});
    return { ...material, folder: parent, title: material.folder, traces: [...material.traces, material.folder] };
  },
  async deleted({ wire }) {
    const material = await inShared(wire);
    await wire.ask(admin, `DELETE ${nodePath}`, { params: { node: material.folder } });
    return material;
  },
  'own-org': sharedFiles,
  'foreign-org': sharedFiles,
  'to-me': async ({ wire }) => listWith('-to_me_shared_files-', await sharedFolder(wire)),
  'by-me': async ({ wire }) => listWith('-my_shared_files-', await sharedFolder(wire)),
  async personal({ wire, caller }) {
    const { folder } = await makeMaterial(wire, foreigner, '-userhome-');
    await setAcl(wire, folder, true, { [callers[caller]?.userName ?? foreigner.userName]: 'Consumer' });
    return listWith('-to_me_shared_files_personal-', folder);
  },
  safe: async ({ wire }) => makeMaterial(wire, await safeSession(wire), '-userhome-'),
  async missing({ wire }) {
    const [folder, file] = [randomUUID(), randomUUID()];
    const words = { name: newWord(), title: newWord(), text: newWord(), comment: randomUUID(), said: newWord() };
    return { folder, file, ...words, traces: [], picture: () => pictureOf(wire, folder, file) };
  },
};

/** A list with an id of its own, in which a folder is looked for. */
const listWith = (list: string, folder: string): Material => ({
  ...noHome,
  folder: list,
  title: folder,
  traces: [folder],
});

/** The list of shared folders, in which the folder of an organization is looked for. */
async function sharedFiles(circumstances: Circumstances): Promise<Material> {
  const whose = circumstances.situation === 'own-org' ? 'own' : 'foreign';
  const folder = await organizationFolder(circumstances, whose);
  return listWith('-shared_files-', folder);
}

/** Makes the material of a situation. */
export async function target(circumstances: Circumstances): Promise<Material> {
  const make = situations[circumstances.situation];
  if (make === undefined) throw new Error(`No node is ${circumstances.situation}.`);
  return make(circumstances);
}
