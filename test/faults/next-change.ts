import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  type Change,
  certain,
  type ExpectedContent,
  type ExpectedNode,
  freshWord,
  type Model,
  type NewNode,
  restorable,
  subtreeOf,
} from './model.ts';

/** A change together with the bytes that an upload sends. */
export interface PreparedChange {
  readonly change: Change;
  readonly bytes: Buffer | undefined;
}

const largestUpload = 2 * 1024 * 1024;

const oneOf = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : list[randomInt(list.length)]);

/** A new node; with bytes, one that a batch makes together with its content. */
function create(model: Model, folder: boolean, bytes?: Buffer): PreparedChange {
  const parent = oneOf(certain(model, (node) => node.folder))?.id ?? model.root;
  const title = freshWord();
  const name = `${folder ? 'folder' : 'file'} ${freshWord()}`;
  const content = bytes === undefined ? null : contentOf(bytes);
  const node: NewNode = {
    // Half of the new nodes lie at the top, so that folders do not nest without end.
    parent: randomInt(2) === 0 ? model.root : parent,
    folder,
    name,
    title,
    content,
    versions: [{ comment: '', name, title, content }],
    shows: 0,
    permissions: [],
    comments: [],
    picture: false,
    rating: 0,
  };
  return { change: { kind: 'create', node }, bytes };
}

/** Mostly small, sometimes up to two megabytes. */
const randomSize = (): number => 1 + Math.floor(largestUpload ** (randomInt(1, 1001) / 1000) - 1);

const contentOf = (bytes: Buffer): ExpectedContent => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

const alter = (before: ExpectedNode, after: Partial<ExpectedNode>, bytes?: Buffer): PreparedChange => ({
  change: { kind: 'alter', before, after: { ...before, ...after } },
  bytes,
});

const withVersion = ({ versions }: ExpectedNode, version: ExpectedNode['versions'][number]) => ({
  versions: [...versions, version],
  shows: versions.length,
});

function upload(node: ExpectedNode): PreparedChange {
  const bytes = randomBytes(randomSize());
  const content = contentOf(bytes);
  const version = { comment: `upload ${freshWord()}`, name: node.name, title: node.title, content };
  return alter(node, { content, ...withVersion(node, version) }, bytes);
}

function newVersion(node: ExpectedNode): PreparedChange {
  const title = freshWord();
  const version = { comment: `version ${freshWord()}`, name: node.name, title, content: node.content };
  return alter(node, { title, ...withVersion(node, version) });
}

const folders = (model: Model): string[] => [model.root, ...certain(model, ({ folder }) => folder).map(({ id }) => id)];

/** Folders that have nothing of that name, and surely get nothing of it. */
const placesFor = (model: Model, { name }: ExpectedNode): string[] => {
  const taken = new Set([...model.nodes.values()].filter((node) => node.name === name).map(({ parent }) => parent));
  for (const change of model.unsure) if (change.kind === 'copy') taken.add(change.into);
  return folders(model).filter((folder) => !taken.has(folder));
};

/** Back to a version before. A title that no version has becomes one first. */
function revert(node: ExpectedNode): PreparedChange | undefined {
  const shows = randomInt(node.versions.length);
  const version = node.versions[shows];
  if (version === undefined) return undefined;
  const { title, content } = version;
  const isLost = node.title !== title && node.title !== node.versions[node.shows]?.title;
  const comment = `Saved before version 1.${shows} was restored`;
  const kept = { comment, name: node.name, title: node.title, content: node.content };
  return alter(node, { title, content, shows, ...(isLost ? { versions: [...node.versions, kept] } : {}) });
}

function move(model: Model, node: ExpectedNode): PreparedChange | undefined {
  const below = new Set(subtreeOf(model, node).map(({ id }) => id));
  const parent = oneOf(placesFor(model, node).filter((folder) => !below.has(folder)));
  return parent === undefined ? undefined : alter(node, { parent });
}

const mostCopied = 200;

function copy(model: Model, source: ExpectedNode): PreparedChange | undefined {
  const into = oneOf(placesFor(model, source));
  const whole = subtreeOf(model, source);
  const known = new Set(certain(model, () => true));
  if (into === undefined || whole.length > mostCopied || !whole.every((node) => known.has(node))) return undefined;
  return { change: { kind: 'copy', source, whole, into }, bytes: undefined };
}

function fromTrash(model: Model, kind: 'restore' | 'empty'): PreparedChange | undefined {
  const node = oneOf(restorable(model).filter((top) => placesFor(model, top).includes(top.parent)));
  return node === undefined ? undefined : { change: { kind, node }, bytes: undefined };
}

function permit(node: ExpectedNode): PreparedChange {
  const chosen = ['Collaborator', 'Consumer', 'Coordinator', 'Editor'].filter(() => randomInt(2) === 0);
  return alter(node, { permissions: chosen });
}

const person = (): PreparedChange => ({
  change: {
    kind: 'person',
    // Hashing passwords would be most of the load, so few people get one.
    person: { userName: `person-${freshWord()}`, password: randomInt(4) === 0 ? freshWord() : undefined },
  },
  bytes: undefined,
});

const remove = (node: ExpectedNode, forGood: boolean): PreparedChange => ({
  change: { kind: 'remove', node, forGood },
  bytes: undefined,
});

type Kind =
  | 'folder'
  | 'file'
  | 'batch'
  | 'upload'
  | 'edit'
  | 'version'
  | 'revert'
  | 'rename'
  | 'move'
  | 'copy'
  | 'permit'
  | 'comment'
  | 'rate'
  | 'picture'
  | 'person'
  | 'archive'
  | 'purge'
  | 'restore'
  | 'empty';

/** How often each kind of change comes up among all. */
const shares: readonly (readonly [Kind, number])[] = [
  ['folder', 8],
  ['file', 20],
  ['batch', 20],
  ['upload', 30],
  ['edit', 12],
  ['version', 12],
  ['revert', 8],
  ['rename', 8],
  ['move', 8],
  ['copy', 8],
  ['permit', 6],
  ['comment', 6],
  ['rate', 4],
  ['picture', 3],
  ['person', 2],
  ['archive', 6],
  ['purge', 3],
  ['restore', 4],
  ['empty', 2],
];

const kinds = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));

/** A change to a node that is there. */
function changeTo(model: Model, node: ExpectedNode, kind: Kind): PreparedChange | undefined {
  switch (kind) {
    case 'upload':
      return upload(node);
    case 'edit':
      return alter(node, { title: freshWord() });
    case 'version':
      return newVersion(node);
    case 'revert':
      return revert(node);
    case 'rename':
      return alter(node, { name: `renamed ${freshWord()}` });
    case 'move':
      return move(model, node);
    case 'copy':
      return copy(model, node);
    case 'permit':
      return permit(node);
    case 'comment':
      return alter(node, { comments: [...node.comments, `said ${freshWord()}`] });
    case 'rate':
      return alter(node, { rating: randomInt(1, 6) });
    case 'picture':
      return alter(node, { picture: !node.picture });
    default:
      return remove(node, kind === 'purge');
  }
}

/** What lies in them must be known before they are taken along. */
const wholeTrees: ReadonlySet<Kind> = new Set(['archive', 'purge', 'copy']);

/** What the writer does next: any kind of change to anything of its own whose state it is sure of. */
export function nextChange(model: Model): PreparedChange {
  const kind = oneOf(kinds) ?? 'file';
  if (kind === 'folder' || kind === 'file') return create(model, kind === 'folder');
  if (kind === 'batch') return create(model, false, randomBytes(randomSize()));
  if (kind === 'person') return person();
  if (kind === 'restore' || kind === 'empty') return fromTrash(model, kind) ?? create(model, false);
  // A folder has no content.
  const filesOnly = kind === 'upload' || (wholeTrees.has(kind) && model.unsure.length > 0);
  const node = oneOf(certain(model, ({ folder }) => !folder || !filesOnly));
  return (node && changeTo(model, node, kind)) ?? create(model, false);
}
