import { randomBytes } from 'node:crypto';

/** The bytes of a version, by what can be checked. */
export interface ExpectedContent {
  readonly sha256: string;
  readonly size: number;
}

/** A version as it was made; the oldest is 1.0, and each further one counts up the second number. */
interface ExpectedVersion {
  readonly comment: string;
  readonly name: string;
  readonly title: string;
  readonly content: ExpectedContent | null;
}

/** A node without the id that the repository gives it. */
export interface NewNode {
  readonly parent: string;
  readonly folder: boolean;
  readonly name: string;
  /** One word that nothing else has, so that searching for it finds this node alone. */
  readonly title: string;
  readonly content: ExpectedContent | null;
  /** Oldest first. */
  readonly versions: readonly ExpectedVersion[];
  /** The place of the version that it shows. */
  readonly shows: number;
  /** What everybody may do: permissions in the order of the alphabet. */
  readonly permissions: readonly string[];
  /** What was said about it, oldest first. */
  readonly comments: readonly string[];
  /** Whether it has a picture of its own. */
  readonly picture: boolean;
  /** The rating of the administrator, who writes everything here; 0 where there is none. */
  readonly rating: number;
}

export interface ExpectedNode extends NewNode {
  readonly id: string;
}

export interface ExpectedPerson {
  readonly userName: string;
  /** Undefined: cannot sign in. */
  readonly password: string | undefined;
}

/** One change that a writer sends, as it would show. */
export type Change =
  | { readonly kind: 'create'; readonly node: NewNode }
  | { readonly kind: 'alter'; readonly before: ExpectedNode; readonly after: ExpectedNode }
  /** `whole`: the source and all below it, each behind its folder. */
  | {
      readonly kind: 'copy';
      readonly source: ExpectedNode;
      readonly whole: readonly ExpectedNode[];
      readonly into: string;
    }
  | { readonly kind: 'remove'; readonly node: ExpectedNode; readonly forGood: boolean }
  /** Brings back what was deleted, or removes it for good too. */
  | { readonly kind: 'restore' | 'empty'; readonly node: ExpectedNode }
  | { readonly kind: 'person'; readonly person: ExpectedPerson };

/** All that one writer was told to be done, in its own folder. */
export interface Model {
  /** The folder that it writes in; itself never changed. */
  readonly root: string;
  readonly nodes: Map<string, ExpectedNode>;
  readonly people: Map<string, ExpectedPerson>;
  /** Nodes that must not be seen any more, with all that was below them. */
  readonly removed: Map<string, ExpectedNode>;
  /** The tops of what was deleted and can be brought back, with all that was below them, the top first. */
  readonly archived: Map<string, readonly ExpectedNode[]>;
  /** How many of the removed ones are gone for good. */
  purged: number;
  acknowledged: number;
  /** Sent and not answered: each is there whole or not at all. */
  unsure: Change[];
  /** Changed since the last look: these are looked at closely. */
  touched: Set<string>;
}

export const emptyModel = (root: string): Model => ({
  root,
  nodes: new Map(),
  people: new Map(),
  removed: new Map(),
  archived: new Map(),
  purged: 0,
  acknowledged: 0,
  unsure: [],
  touched: new Set(),
});

/** A word of twenty letters that was never used before and is not a typo away from another. */
export const freshWord = (): string => [...randomBytes(20)].map((byte) => 'bcdfghjklmnpqrstvwxz'[byte % 20]).join('');

/** The node and all that lies below it. */
export function subtreeOf(model: Model, top: ExpectedNode): ExpectedNode[] {
  const below = [...model.nodes.values()].filter(({ parent }) => parent === top.id);
  return [top, ...below.flatMap((child) => subtreeOf(model, child))];
}

/** Whether something is under way with the node or above it, so that what it looks like now is not known. */
function isUnsure(model: Model, node: ExpectedNode): boolean {
  const named = (change: Change): boolean =>
    (change.kind === 'alter' && change.before.id === node.id) ||
    (change.kind === 'remove' && change.node.id === node.id) ||
    // What it would copy must stay as it is until it is known whether it did.
    (change.kind === 'copy' && change.whole.some(({ id }) => id === node.id));
  if (model.unsure.some(named)) return true;
  const parent = model.nodes.get(node.parent);
  return parent !== undefined && isUnsure(model, parent);
}

/** The nodes of this kind whose state is known. */
export const certain = (model: Model, wanted: (node: ExpectedNode) => boolean): ExpectedNode[] =>
  [...model.nodes.values()].filter((node) => wanted(node) && !isUnsure(model, node));

/** What was deleted and can be brought back, as far as nothing is under way with it or with its folder. */
export const restorable = (model: Model): ExpectedNode[] =>
  [...model.archived.values()].flatMap(([top]) => {
    if (top === undefined) return [];
    const folder = model.nodes.get(top.parent);
    const inPlace = top.parent === model.root || (folder !== undefined && !isUnsure(model, folder));
    const busy = model.unsure.some((change) => 'node' in change && 'id' in change.node && change.node.id === top.id);
    return inPlace && !busy ? [top] : [];
  });

/** The ids of what was made: of the node itself, or of each copy by the id of what it was copied from. */
export type Made = string | ReadonlyMap<string, string> | undefined;

/** A node as it is after it was copied: it begins anew, with what it was copied from. */
function copyOf(source: ExpectedNode, id: string, parent: string): ExpectedNode {
  const { folder, name, title, content, picture } = source;
  const versions = [{ comment: '', name, title, content }];
  const anew = { shows: 0, permissions: [], comments: [], rating: 0 };
  return { id, parent, folder, name, title, content, versions, picture, ...anew };
}

function takeCopy(
  model: Model,
  { source, whole, into }: Extract<Change, { kind: 'copy' }>,
  ids: ReadonlyMap<string, string>,
): void {
  for (const node of whole) {
    const id = ids.get(node.id);
    const parent = node === source ? into : ids.get(node.parent);
    if (id === undefined || parent === undefined) throw new Error(`The copy of ${node.name} has no id.`);
    model.nodes.set(id, copyOf(node, id, parent));
    model.touched.add(id);
  }
}

function takeRemoval(model: Model, top: ExpectedNode, forGood: boolean): void {
  const gone = subtreeOf(model, top);
  for (const node of gone) {
    model.nodes.delete(node.id);
    model.removed.set(node.id, node);
    model.touched.add(node.id);
  }
  if (forGood) model.purged += gone.length;
  else model.archived.set(top.id, gone);
}

function takeFromTrash(model: Model, top: ExpectedNode, restored: boolean): void {
  const all = model.archived.get(top.id) ?? [];
  model.archived.delete(top.id);
  if (!restored) model.purged += all.length;
  for (const node of restored ? all : []) {
    model.removed.delete(node.id);
    model.nodes.set(node.id, node);
    model.touched.add(node.id);
  }
}

/** Takes a change into the model. */
export function take(model: Model, change: Change, made: Made): void {
  switch (change.kind) {
    case 'create':
      if (typeof made !== 'string') throw new Error(`The creation of ${change.node.name} was answered without an id`);
      model.nodes.set(made, { ...change.node, id: made });
      model.touched.add(made);
      return;
    case 'alter':
      model.nodes.set(change.after.id, change.after);
      model.touched.add(change.after.id);
      return;
    case 'copy':
      if (typeof made !== 'object') throw new Error(`The copy of ${change.source.name} was answered without ids`);
      takeCopy(model, change, made);
      return;
    case 'remove':
      takeRemoval(model, change.node, change.forGood);
      return;
    case 'restore':
    case 'empty':
      takeFromTrash(model, change.node, change.kind === 'restore');
      return;
    case 'person':
      model.people.set(change.person.userName, change.person);
      model.touched.add(change.person.userName);
  }
}
