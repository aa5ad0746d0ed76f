import { randomBytes } from 'node:crypto';

/** The bytes of a version, by what can be checked. */
export interface ExpectedContent {
  readonly sha256: string;
  readonly size: number;
}

/** A version as it was made; the oldest is 1.0, and each further one counts up the second number. */
export interface ExpectedVersion {
  readonly comment: string;
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
  /** What everybody may do: permissions in the order of the alphabet. */
  readonly permissions: readonly string[];
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
  | { readonly kind: 'remove'; readonly node: ExpectedNode; readonly forGood: boolean }
  | { readonly kind: 'person'; readonly person: ExpectedPerson };

/** All that one writer was told to be done, in its own folder. */
export interface Model {
  /** The folder that it writes in; itself never changed. */
  readonly root: string;
  readonly nodes: Map<string, ExpectedNode>;
  readonly people: Map<string, ExpectedPerson>;
  /** Nodes that must not be seen any more, with all that was below them. */
  readonly removed: Map<string, ExpectedNode>;
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
    (change.kind === 'remove' && change.node.id === node.id);
  if (model.unsure.some(named)) return true;
  const parent = model.nodes.get(node.parent);
  return parent !== undefined && isUnsure(model, parent);
}

/** The nodes of this kind whose state is known. */
export const certain = (model: Model, wanted: (node: ExpectedNode) => boolean): ExpectedNode[] =>
  [...model.nodes.values()].filter((node) => wanted(node) && !isUnsure(model, node));

/** Takes a change into the model. `id` is that of the node that a `create` made. */
export function take(model: Model, change: Change, id: string | undefined): void {
  switch (change.kind) {
    case 'create':
      if (id === undefined) throw new Error(`The creation of ${change.node.name} was answered without an id`);
      model.nodes.set(id, { ...change.node, id });
      model.touched.add(id);
      return;
    case 'alter':
      model.nodes.set(change.after.id, change.after);
      model.touched.add(change.after.id);
      return;
    case 'remove': {
      const gone = subtreeOf(model, change.node);
      for (const node of gone) {
        model.nodes.delete(node.id);
        model.removed.set(node.id, node);
        model.touched.add(node.id);
      }
      if (change.forGood) model.purged += gone.length;
      return;
    }
    case 'person':
      model.people.set(change.person.userName, change.person);
      model.touched.add(change.person.userName);
  }
}
