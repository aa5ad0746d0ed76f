import type { School } from './transports.ts';
import { aFile, at, makeFile, newName, type WireNode } from './trees.ts';

const repository = '-home-';
export const childio = 'ccm:childio';
export const aspect = 'ccm:io_childobject';

interface ChildOptions {
  readonly by?: School['anna'];
  readonly name?: string;
  readonly text?: string;
}

/** Makes a child object of a file, with a text as its content. */
export async function makeChild(school: School, file: WireNode, options: ChildOptions = {}): Promise<WireNode> {
  const { by = school.anna, name = newName('child'), text = 'solution' } = options;
  const call = { ...at(file), type: 'ccm:io', assocType: childio, aspects: [aspect], body: { 'cm:name': [name] } };
  const { node } = await by.createNode(call);
  return (await by.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile(text) })).node;
}

/** A file of Anna's with two child objects. */
export async function fileWithChildren(school: School, parent?: WireNode) {
  const file = await makeFile(school.anna, 'worksheet', parent === undefined ? {} : { parent });
  const children = [
    await makeChild(school, file, { name: 'one.txt' }),
    await makeChild(school, file, { name: 'two.txt' }),
  ];
  return { file, children };
}

export const grant = (school: School, node: WireNode, person: string, permission: string) =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName: person }, permission }] },
  });

export const seen = async (client: School['anna'], node: string | WireNode): Promise<WireNode> =>
  (await client.getNode(at(node))).node;

export const countOf = async (client: School['anna'], node: WireNode): Promise<string | undefined> =>
  (await seen(client, node)).properties['virtual:childobjectcount']?.[0];

export const found = async (client: School['anna'], query: string): Promise<string[]> =>
  (await client.searchNodes({ repository, query })).nodes.map(({ ref }) => ref.id);

export const restore = (client: School['anna'], node: WireNode, target?: WireNode) =>
  client.restoreArchived({
    repository,
    archivedNodeIds: [node.ref.id],
    ...(target === undefined ? {} : { target: target.ref.id }),
  });
