/** Who acts in the model: Anna owns the folder that all lies in, Bert has what she and he give him. */
export type Who = 'anna' | 'bert';

export const everybody: readonly Who[] = ['anna', 'bert'];

export type Permission = 'Consumer' | 'Collaborator' | 'Coordinator';

const every = ['read', 'write', 'add', 'delete', 'share'] as const;

type Right = (typeof every)[number];

const rightsIn: Readonly<Record<Permission, readonly Right[]>> = {
  Consumer: ['read'],
  Collaborator: ['read', 'write', 'add'],
  Coordinator: ['read', 'write', 'add', 'delete', 'share'],
};

/** A list of rights: at most one entry for each. */
export interface List {
  readonly inherits: boolean;
  readonly entries: Partial<Readonly<Record<Who, Permission>>>;
}

/** What a version keeps. */
interface State {
  readonly name: string;
  readonly title: string;
  readonly text: string | null;
}

interface Version extends State {
  readonly comment: string;
  readonly by: Who;
}

/** A node as it should be. */
export interface Node {
  parent: Node | null;
  readonly folder: boolean;
  owner: Who;
  /** Who last gave it a name, a title, or a text. */
  modifiedBy: Who;
  name: string;
  title: string;
  text: string | null;
  /** Version 1.n stands at place n. */
  readonly versions: Version[];
  /** The place of the version that the node shows. */
  shows: number;
  list: List | null;
  /** Who deleted it; null where nobody did. What lies below goes with it. */
  deletedBy: Who | null;
}

/** All nodes that ever were, the top folder first. */
export interface Tree {
  readonly nodes: Node[];
}

/** The statuses with which a call may be refused; none where it has to succeed. */
export type Refusals = ReadonlySet<number>;

const refusals = (...reasons: readonly (readonly [boolean, number])[]): Refusals =>
  new Set(reasons.filter(([holds]) => holds).map(([, status]) => status));

const stateOf = ({ name, title, text }: Node): State => ({ name, title, text });

/** The node and the folders above it, nearest first. */
function upwards(node: Node): Node[] {
  const way: Node[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) way.push(at);
  return way;
}

/** Whether a node is a child object: its parent is a file. */
export const isAttached = ({ parent }: Node): boolean => parent?.folder === false;

export const isGone = (node: Node): boolean => upwards(node).some(({ deletedBy }) => deletedBy !== null);

export function may(who: Who, node: Node, right: Right): boolean {
  if (node.owner === who) return true;
  for (const { list } of upwards(node)) {
    const given = list?.entries[who];
    if (given !== undefined && rightsIn[given].includes(right)) return true;
    if (list?.inherits === false) return false;
  }
  // Anna's home folder lies above all, and its list gives her everything.
  return who === 'anna';
}

/** What lies in a folder now. */
export const childrenOf = ({ nodes }: Tree, folder: Node): Node[] =>
  nodes.filter(({ parent, deletedBy }) => parent === folder && deletedBy === null);

const isTaken = (tree: Tree, folder: Node, name: string, but?: Node): boolean =>
  childrenOf(tree, folder).some((child) => child !== but && child.name === name);

/** The name itself, or its first other form that nothing in the folder has. */
function freeName(tree: Tree, folder: Node, name: string): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let n = 0; ; n += 1) {
    const candidate = n === 0 ? name : `${stem} - ${n}${extension}`;
    if (!isTaken(tree, folder, candidate)) return candidate;
  }
}

function putNew(tree: Tree, who: Who, given: Pick<Node, 'parent' | 'folder'> & State, comment: string): Node {
  const { name, title, text } = given;
  const versions = [{ name, title, text, comment, by: who }];
  const node: Node = { ...given, owner: who, modifiedBy: who, versions, shows: 0, list: null, deletedBy: null };
  tree.nodes.push(node);
  return node;
}

/** A tree with nothing in it but Anna's folder. */
export function newTree(name: string): Tree & { readonly top: Node } {
  const tree: Tree = { nodes: [] };
  return { ...tree, top: putNew(tree, 'anna', { parent: null, folder: true, name, title: '', text: null }, '') };
}

/** What may be put into a folder; into a file only what is a child object already. */
const addRefusals = (who: Who, place: Node, source?: Node): (readonly [boolean, number])[] => [
  [!may(who, place, 'add'), 403],
  [!place.folder && (source === undefined || !isAttached(source) || isAttached(place)), 400],
];

/** What is refused where the node is gone: nothing else is looked at then. */
const unlessGone = (nodes: readonly Node[], reasons: readonly (readonly [boolean, number])[]): Refusals =>
  nodes.some(isGone) ? refusals([true, 404], ...reasons.filter(([, status]) => status !== 409)) : refusals(...reasons);

export interface NewChild {
  readonly folder: boolean;
  readonly name: string;
  readonly title: string;
  readonly rename: boolean;
}

export const createRefusals = (tree: Tree, who: Who, parent: Node, { name, rename }: NewChild): Refusals =>
  unlessGone([parent], [...addRefusals(who, parent), [!rename && isTaken(tree, parent, name), 409]]);

export function create(tree: Tree, who: Who, parent: Node, child: NewChild): Node {
  const { folder, title } = child;
  return putNew(tree, who, { parent, folder, name: freeName(tree, parent, child.name), title, text: null }, '');
}

export const attachRefusals = (tree: Tree, who: Who, parent: Node, { name, rename }: NewChild): Refusals =>
  unlessGone(
    [parent],
    [
      [!may(who, parent, 'add'), 403],
      [parent.folder || isAttached(parent), 400],
      [!rename && isTaken(tree, parent, name), 409],
    ],
  );

/** Makes a child object of a file. It belongs to the owner of the file. */
export function attach(tree: Tree, who: Who, parent: Node, child: NewChild): Node {
  const made = create(tree, who, parent, child);
  made.owner = parent.owner;
  return made;
}

export const renameRefusals = (tree: Tree, who: Who, node: Node, name: string): Refusals =>
  unlessGone(
    [node],
    [
      [!may(who, node, 'write'), 403],
      [node.parent !== null && isTaken(tree, node.parent, name, node), 409],
    ],
  );

export const writeRefusals = (who: Who, node: Node): Refusals => unlessGone([node], [[!may(who, node, 'write'), 403]]);

export const uploadRefusals = (who: Who, node: Node): Refusals =>
  unlessGone(
    [node],
    [
      [!may(who, node, 'write'), 403],
      [node.folder, 400],
    ],
  );

/** Makes what the node is now a version. */
export function addVersion(who: Who, node: Node, comment: string): void {
  node.versions.push({ ...stateOf(node), comment, by: who });
  node.shows = node.versions.length - 1;
  node.modifiedBy = who;
}

/** Changes the name or the title without a version. */
export function edit(who: Who, node: Node, to: Partial<Pick<Node, 'name' | 'title'>>): void {
  Object.assign(node, to);
  node.modifiedBy = who;
}

export const revertRefusals = (who: Who, node: Node, place: number): Refusals =>
  unlessGone(
    [node],
    [
      [!may(who, node, 'write'), 403],
      [node.versions[place] === undefined, 404],
    ],
  );

/**
 * What is overwritten and is not in the version that the node shows becomes a version. The name stays, or comes back where
 * nothing else in the folder has it by now.
 */
export function revert(
  tree: Tree,
  who: Who,
  node: Node,
  to: { readonly place: number; readonly withName: boolean },
): void {
  const [shown, version] = [node.versions[node.shows], node.versions[to.place]];
  if (shown === undefined || version === undefined) throw new Error('There is no such version.');
  const { title, text } = version;
  const free = node.parent === null || !isTaken(tree, node.parent, version.name, node);
  const name = to.withName && free ? version.name : node.name;
  const lost = (now: string, next: string, kept: string): boolean => now !== next && now !== kept;
  if (lost(node.title, title, shown.title) || lost(node.name, name, shown.name)) {
    const comment = `Saved before version 1.${to.place} was restored`;
    node.versions.push({ ...stateOf(node), comment, by: node.modifiedBy });
  }
  Object.assign(node, { name, title, text, shows: to.place, modifiedBy: who });
}

export const copyRefusals = (who: Who, source: Node, target: Node): Refusals =>
  unlessGone([source, target], [[!may(who, source, 'read'), 403], ...addRefusals(who, target, source)]);

/** Copies what the caller may read; what they may not is left out with all below it. A file goes with its child objects. */
export function copy(tree: Tree, who: Who, source: Node, target: Node, withChildren: boolean): Node {
  // What there is before the copy begins: a folder can be copied into itself.
  const inside = new Map(tree.nodes.map((node) => [node, childrenOf(tree, node)]));
  const copyInto = (node: Node, parent: Node, name: string): Node => {
    const { folder, title, text } = node;
    const made = putNew(tree, who, { parent, folder, name, title, text }, '');
    const below = withChildren || !folder ? (inside.get(node) ?? []) : [];
    for (const child of below) if (may(who, child, 'read')) copyInto(child, made, child.name);
    return made;
  };
  const made = copyInto(source, target, freeName(tree, target, source.name));
  if (!target.folder) made.owner = target.owner;
  return made;
}

const mayRemove = (who: Who, node: Node): boolean =>
  may(who, node, 'delete') || (node.parent !== null && may(who, node.parent, 'delete') && may(who, node, 'read'));

/** Whoever cannot share a node gains nothing by its new place, at once or by sharing a folder that it would lie in. */
function gains(who: Who, node: Node, target: Node): boolean {
  if (may(who, node, 'share')) return false;
  const closed = upwards(target).findIndex(({ list }) => list?.inherits === false);
  const inForce = closed < 0 ? upwards(target) : upwards(target).slice(0, closed + 1);
  return (
    every.some((right) => may(who, target, right) && !may(who, node, right)) ||
    inForce.some((folder) => may(who, folder, 'share'))
  );
}

/** What a person may do with a node and all below it. */
export const rightsBelow = ({ nodes }: Tree, who: Who, top: Node): ReadonlyMap<Node, readonly Right[]> =>
  new Map(
    nodes
      .filter((node) => upwards(node).includes(top))
      .map((node) => [node, every.filter((right) => may(who, node, right))]),
  );

export const moveRefusals = (tree: Tree, who: Who, source: Node, target: Node): Refusals =>
  unlessGone(
    [source, target],
    [
      [!mayRemove(who, source), 403],
      [gains(who, source, target), 403],
      ...addRefusals(who, target, source),
      [upwards(target).includes(source), 400],
      [isTaken(tree, target, source.name, source), 409],
    ],
  );

export const deleteRefusals = (who: Who, node: Node): Refusals => unlessGone([node], [[!mayRemove(who, node), 403]]);

/** Whether the person finds the node among what was deleted. */
export const isInTrashOf = (who: Who, node: Node): boolean =>
  node.deletedBy !== null && (node.deletedBy === who || node.owner === who);

export function restoreRefusals(who: Who, node: Node): Refusals {
  if (node.deletedBy === null || node.parent === null) return refusals([true, 404], [true, 400]);
  const parentGone = isGone(node.parent);
  return refusals(
    [!isInTrashOf(who, node), 403],
    [!isInTrashOf(who, node), 404],
    [parentGone, 400],
    [!may(who, node.parent, 'add'), 403],
  );
}

export function restore(tree: Tree, node: Node): void {
  if (node.parent === null) throw new Error('The top folder is never deleted.');
  node.name = freeName(tree, node.parent, node.name);
  node.deletedBy = null;
}

export const shareRefusals = (who: Who, node: Node): Refusals => unlessGone([node], [[!may(who, node, 'share'), 403]]);
