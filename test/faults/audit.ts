import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../src/client/client.ts';
import {
  find,
  hasPicture,
  homeAfterSignIn,
  lookAtComments,
  lookAtNode,
  lookAtPermissions,
  lookAtVersions,
  lookInto,
  type SeenNode,
  unlessMissing,
} from './look.ts';
import { type Change, type ExpectedNode, type ExpectedPerson, type Model, take } from './model.ts';

/** What is wrong after a fault, one sentence each. */
export interface Findings {
  /** Acknowledged changes that are not there. */
  readonly lost: string[];
  /** What fits neither the state before a change nor the state after it, or does not fit together. */
  readonly halfMade: string[];
}

export const noFindings = (): Findings => ({ lost: [], halfMade: [] });

/** Where to look, and where to note what was found. */
export interface Audit {
  readonly client: Client;
  readonly url: string;
  readonly findings: Findings;
  /** The ids of what can be brought back. */
  readonly trash: ReadonlySet<string>;
}

type Tree = Map<string, SeenNode>;

const labelOf = (node: ExpectedNode): string => `1.${node.shows}`;

/** What a listing shows of a node, to be compared as a whole. */
const shownOf = (node: SeenNode) => ({
  name: node.name,
  parent: node.parent?.id,
  folder: node.isDirectory,
  title: node.title,
  version: node.contentVersion,
  content: node.content.hash === null ? null : { sha256: node.content.hash, size: Number(node.size) },
  comments: node.commentCount,
  picture: !node.preview.isGenerated,
  rating: node.rating?.overall.sum ?? 0,
});

const wantedOf = (node: ExpectedNode): ReturnType<typeof shownOf> => ({
  name: node.name,
  parent: node.parent,
  folder: node.folder,
  title: node.title,
  version: labelOf(node),
  content: node.content,
  comments: node.comments.length,
  picture: node.picture,
  rating: node.rating,
});

/** All that lies below a folder. */
async function readTree({ client, findings }: Audit, root: string): Promise<Tree> {
  const tree: Tree = new Map();
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { nodes, total } = await lookInto(client, folder);
    if (nodes.length !== total) findings.halfMade.push(`${folder} lists ${total} children, ${nodes.length} are there`);
    for (const node of nodes) {
      tree.set(node.ref.id, node);
      if (node.isDirectory) open.push(node.ref.id);
    }
  }
  return tree;
}

async function matches(client: Client, seen: SeenNode, wanted: ExpectedNode): Promise<boolean> {
  if (!isDeepStrictEqual(shownOf(seen), wantedOf(wanted))) return false;
  return isDeepStrictEqual(await lookAtPermissions(client, wanted.id), wanted.permissions);
}

type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>;

function settleCreation(model: Model, change: ChangeOf<'create'>, tree: Tree): void {
  const { parent, name } = change.node;
  const made = [...tree.values()].find((node) => node.parent?.id === parent && node.name === name);
  if (made !== undefined) take(model, change, made.ref.id);
}

async function settleAlteration(audit: Audit, model: Model, change: ChangeOf<'alter'>, tree: Tree): Promise<void> {
  const { before, after } = change;
  const seen = tree.get(before.id);
  model.touched.add(before.id);
  if (seen === undefined) return;
  if (await matches(audit.client, seen, after)) take(model, change, undefined);
  else if (!(await matches(audit.client, seen, before))) {
    audit.findings.halfMade.push(`${before.name} is neither as before a change nor as after it`);
  }
}

/** A copy is there with all that was copied, or not at all. */
function settleCopy(audit: Audit, model: Model, change: ChangeOf<'copy'>, tree: Tree): void {
  const ids = new Map<string, string>();
  const childIn = (parent: string | undefined, name: string) =>
    [...tree.values()].find(
      (node) => node.parent?.id === parent && node.name === name && !model.nodes.has(node.ref.id),
    );
  for (const node of change.whole) {
    const made = childIn(node === change.source ? change.into : ids.get(node.parent), node.name);
    if (made !== undefined) ids.set(node.id, made.ref.id);
    else if (ids.size > 0) audit.findings.halfMade.push(`${node.name} is missing in a copy of ${change.source.name}`);
    else return;
  }
  take(model, change, ids);
}

/** Finds out whether a change that was not acknowledged is there, and takes it into the model if so. */
async function settle(audit: Audit, model: Model, change: Change, tree: Tree): Promise<void> {
  switch (change.kind) {
    case 'create':
      settleCreation(model, change, tree);
      return;
    case 'alter':
      await settleAlteration(audit, model, change, tree);
      return;
    case 'copy':
      settleCopy(audit, model, change, tree);
      return;
    case 'restore':
      if (tree.has(change.node.id)) take(model, change, undefined);
      return;
    case 'empty':
      model.touched.add(change.node.id);
      if (!audit.trash.has(change.node.id)) take(model, change, undefined);
      return;
    case 'remove':
      model.touched.add(change.node.id);
      if (!tree.has(change.node.id)) take(model, change, undefined);
      return;
    case 'person': {
      const person = audit.client.getPerson({ repository: '-home-', person: change.person.userName });
      if ((await unlessMissing(person)) !== undefined) take(model, change, undefined);
    }
  }
}

function compareTrees({ findings }: Audit, model: Model, tree: Tree): void {
  for (const node of model.nodes.values()) {
    const seen = tree.get(node.id);
    if (seen === undefined) findings.lost.push(`${node.name} is not there`);
    else if (!isDeepStrictEqual(shownOf(seen), wantedOf(node))) {
      findings.lost.push(`${node.name} is ${JSON.stringify(shownOf(seen))}, not ${JSON.stringify(wantedOf(node))}`);
    }
  }
  for (const [id, seen] of tree) {
    if (model.removed.has(id)) findings.lost.push(`${seen.name} was deleted and is there`);
    else if (!model.nodes.has(id)) findings.halfMade.push(`${seen.name} was never made so`);
  }
}

async function lookClosely({ client, findings }: Audit, node: ExpectedNode, seen: SeenNode): Promise<void> {
  const versions = await lookAtVersions(client, node.id);
  const wanted = node.versions.map((version, at) => ({ label: `1.${at}`, ...version }));
  if (!isDeepStrictEqual(versions, wanted)) {
    // The node itself says that it has the version: then the version was made by half.
    const kind = seen.contentVersion === labelOf(node) ? findings.halfMade : findings.lost;
    kind.push(`${node.name} has the versions ${JSON.stringify(versions)}, not ${JSON.stringify(wanted)}`);
  }
  const permissions = await lookAtPermissions(client, node.id);
  if (!isDeepStrictEqual(permissions, node.permissions)) {
    findings.lost.push(`${node.name} gives everybody [${permissions}], not [${node.permissions}]`);
  }
  if (node.picture && !(await hasPicture(client, node.id))) findings.lost.push(`${node.name} has lost its picture`);
  const comments = await lookAtComments(client, node.id);
  if (!isDeepStrictEqual(comments, node.comments)) {
    findings.lost.push(`${node.name} has the comments [${comments}], not [${node.comments}]`);
  }
}

/** A search for a title finds the nodes that have it, and no others: what was copied has the title of its original. */
async function lookForTitle({ client, findings }: Audit, model: Model, title: string): Promise<void> {
  const found = await find(client, title);
  const wanted = [...model.nodes.values()].filter((node) => node.title === title).map(({ id }) => id);
  if (!isDeepStrictEqual(found.toSorted(), wanted.toSorted())) {
    findings.halfMade.push(`A search for ${title} finds [${found}], not [${wanted}]`);
  }
}

async function lookForRemoved(audit: Audit, model: Model, node: ExpectedNode): Promise<void> {
  const { client, findings } = audit;
  if ((await lookAtNode(client, node.id)) !== undefined) findings.lost.push(`${node.name} was deleted and can be read`);
  if (model.archived.has(node.id) && !audit.trash.has(node.id)) {
    findings.lost.push(`${node.name} was deleted and is not in the trash`);
  }
}

/** A person has a home folder, and gets there with their password. */
async function lookAtPerson(audit: Audit, person: ExpectedPerson, homes: ReadonlyMap<string, string>): Promise<void> {
  const { client, findings, url } = audit;
  const { userName, password } = person;
  const entry = await unlessMissing(client.getPerson({ repository: '-home-', person: userName }));
  if (entry === undefined) {
    findings.lost.push(`${userName} is not there`);
    return;
  }
  const home = entry.person.homeFolder.id;
  const folder = await lookAtNode(client, home);
  if (folder?.name !== userName || homes.get(userName) !== home) findings.halfMade.push(`${userName} has no home`);
  if (password !== undefined && (await homeAfterSignIn(url, userName, password)) !== home) {
    findings.halfMade.push(`${userName} does not get home with their password`);
  }
}

/** The home folders by name. */
export async function readHomes(client: Client): Promise<Map<string, string>> {
  const target = { repository: '-home-', node: '-companyhome-', path: 'User Homes' };
  const { nodes } = await lookInto(client, (await client.resolvePath(target)).node.ref.id);
  return new Map(nodes.map(({ name, ref }) => [name, ref.id]));
}

/**
 * Compares all that a writer knows with what is there: every node and person by the listings, and those that were
 * touched since the last time in every particular. What was unsure is sure afterwards.
 */
export async function auditWriter(audit: Audit, model: Model, homes: ReadonlyMap<string, string>): Promise<void> {
  const tree = await readTree(audit, model.root);
  for (const change of model.unsure) await settle(audit, model, change, tree);
  model.unsure = [];
  compareTrees(audit, model, tree);
  for (const id of model.touched) {
    const [node, seen] = [model.nodes.get(id), tree.get(id)];
    if (node !== undefined && seen !== undefined) await lookClosely(audit, node, seen);
    const removed = model.removed.get(id);
    if (removed !== undefined) await lookForRemoved(audit, model, removed);
    const title = (node ?? removed)?.title;
    if (title !== undefined) await lookForTitle(audit, model, title);
    const person = model.people.get(id);
    if (person !== undefined) await lookAtPerson(audit, person, homes);
  }
  model.touched = new Set();
}
