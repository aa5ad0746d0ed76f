import type { Client } from '../../src/client/client.ts';
import { expectSame } from '../support/expect-same.ts';
import { at, idOf, type Real, statusOf, textOf } from './real.ts';
import { childrenOf, everybody, isAttached, isGone, isInTrashOf, may, type Node, type Tree, type Who } from './tree.ts';

const labelOf = (node: Node): string => `1.${node.shows}`;

/** What of a node has to be shown to whoever may read it. */
const expectedOf = (real: Real, node: Node) => ({
  id: idOf(real, node),
  name: node.name,
  title: node.title,
  folder: node.folder,
  size: node.text === null ? null : Buffer.byteLength(node.text),
  version: labelOf(node),
  owner: node.owner,
  // What lies in somebody's home is not part of the model.
  ...(node.parent === null ? {} : { parent: idOf(real, node.parent) }),
});

type Seen = Awaited<ReturnType<Client['getNode']>>['node'];

const seenOf = (node: Seen, withParent: boolean) => ({
  id: node.ref.id,
  name: node.name,
  title: node.title ?? '',
  folder: node.isDirectory,
  size: node.size === null ? null : Number(node.size),
  version: node.contentVersion,
  owner: node.owner.firstName?.toLowerCase(),
  ...(withParent ? { parent: node.parent?.id } : {}),
});

/** Every node by its id, and every folder and file by its list, as one person sees them. */
async function compareAs(who: Who, tree: Tree, real: Real): Promise<void> {
  const client = real.as(who);
  for (const node of tree.nodes) {
    const expected = isGone(node) ? 404 : may(who, node, 'read') ? 200 : 403;
    if (expected !== 200) {
      expectSame(await statusOf(client.getNode(at(real, node))), expected, `${who} reads ${node.name}`);
      continue;
    }
    const seen = (await client.getNode(at(real, node))).node;
    expectSame(seenOf(seen, node.parent !== null), expectedOf(real, node), `${who} reads ${node.name}`);
    await compareList(who, tree, real, node);
  }
}

async function compareList(who: Who, tree: Tree, real: Real, folder: Node): Promise<void> {
  const { nodes, pagination } = await real.as(who).listChildren(at(real, folder));
  const visible = childrenOf(tree, folder).filter((child) => may(who, child, 'read'));
  const inOrder = (ids: readonly string[]): string[] => ids.toSorted();
  const listed = [inOrder(nodes.map(({ ref }) => ref.id)), pagination.total];
  const expected = [inOrder(visible.map((child) => idOf(real, child))), visible.length];
  expectSame(listed, expected, `${who} lists ${folder.name}`);
}

/** What each person finds among what was deleted. */
async function compareTrash(who: Who, tree: Tree, real: Real): Promise<void> {
  const { nodes } = await real.as(who).searchArchive({ repository: '-home-', pattern: '*', maxItems: 10_000 });
  const known = new Set(real.ids.values());
  const found = nodes.map(({ ref }) => ref.id).filter((id) => known.has(id));
  const expected = tree.nodes.filter((node) => isInTrashOf(who, node)).map((node) => idOf(real, node));
  expectSame(found.toSorted(), expected.toSorted(), `the trash of ${who}`);
}

/** All nodes, lists and the trash, as both see them. */
export async function compareAll(tree: Tree, real: Real): Promise<void> {
  for (const who of everybody) {
    await compareAs(who, tree, real);
    await compareTrash(who, tree, real);
  }
}

/** Every version of a node: its comment, its title, its name, and its bytes. */
export async function compareVersions(node: Node, real: Real): Promise<void> {
  if (isGone(node)) return;
  const client = real.as(node.owner);
  const { versions } = await client.listVersions(at(real, node));
  expectSame(
    versions.map(({ major, minor }) => `${major}.${minor}`),
    node.versions.map((_, place) => `1.${place}`),
  );
  for (const [place, expected] of node.versions.entries()) {
    const { version } = await client.getVersion({ ...at(real, node), major: 1, minor: place });
    const textUnder = (name: string) => version.properties[name]?.[0];
    const seen = {
      name: textUnder('cm:name'),
      title: textUnder('cm:title') ?? '',
      comment: version.comment,
      by: version.modifiedBy.firstName?.toLowerCase(),
      text: await textOf(client, idOf(real, node), `1.${place}`),
    };
    expectSame(seen, expected);
  }
}

/** What a search for a title finds: the nodes that have it and that the person may read. */
export async function compareSearch(tree: Tree, real: Real, title: string): Promise<void> {
  for (const who of everybody) {
    const { nodes } = await real.as(who).searchNodes({ repository: '-home-', query: title, maxItems: 10_000 });
    const known = new Set(real.ids.values());
    const found = nodes.map(({ ref }) => ref.id).filter((id) => known.has(id));
    const expected = tree.nodes
      .filter((node) => node.title === title && !isAttached(node) && !isGone(node) && may(who, node, 'read'))
      .map((node) => idOf(real, node));
    expectSame(found.toSorted(), expected.toSorted(), `${who} searches ${title}`);
  }
}
