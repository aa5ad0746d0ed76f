import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  type Change,
  certain,
  type ExpectedContent,
  type ExpectedNode,
  freshWord,
  type Model,
  type NewNode,
} from './model.ts';

/** A change together with the bytes that an upload sends. */
export interface PreparedChange {
  readonly change: Change;
  readonly bytes: Buffer | undefined;
}

const largestUpload = 2 * 1024 * 1024;

const oneOf = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : list[randomInt(list.length)]);

function create(model: Model, folder: boolean): PreparedChange {
  const parent = oneOf(certain(model, (node) => node.folder))?.id ?? model.root;
  const title = freshWord();
  const node: NewNode = {
    // Half of the new nodes lie at the top, so that folders do not nest without end.
    parent: randomInt(2) === 0 ? model.root : parent,
    folder,
    name: `${folder ? 'folder' : 'file'} ${freshWord()}`,
    title,
    content: null,
    versions: [{ comment: '', title, content: null }],
    permissions: [],
  };
  return { change: { kind: 'create', node }, bytes: undefined };
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

function upload(node: ExpectedNode): PreparedChange {
  const bytes = randomBytes(randomSize());
  const content = contentOf(bytes);
  const version = { comment: `upload ${freshWord()}`, title: node.title, content };
  return alter(node, { content, versions: [...node.versions, version] }, bytes);
}

function newVersion(node: ExpectedNode): PreparedChange {
  const title = freshWord();
  const version = { comment: `version ${freshWord()}`, title, content: node.content };
  return alter(node, { title, versions: [...node.versions, version] });
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

type Kind = 'folder' | 'file' | 'upload' | 'edit' | 'version' | 'rename' | 'permit' | 'person' | 'archive' | 'purge';

/** How often each kind of change comes up among all. */
const shares: readonly (readonly [Kind, number])[] = [
  ['folder', 8],
  ['file', 20],
  ['upload', 30],
  ['edit', 12],
  ['version', 12],
  ['rename', 8],
  ['permit', 6],
  ['person', 2],
  ['archive', 3],
  ['purge', 3],
];

const kinds = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));

/** What the writer does next: any kind of change to anything of its own whose state it is sure of. */
export function nextChange(model: Model): PreparedChange {
  const kind = oneOf(kinds) ?? 'file';
  if (kind === 'folder' || kind === 'file') return create(model, kind === 'folder');
  if (kind === 'person') return person();
  // A folder has no content; and what lies in it must be known before it is removed with all that.
  const filesOnly = kind === 'upload' || ((kind === 'archive' || kind === 'purge') && model.unsure.length > 0);
  const node = oneOf(certain(model, ({ folder }) => !folder || !filesOnly));
  if (node === undefined) return create(model, false);
  switch (kind) {
    case 'upload':
      return upload(node);
    case 'edit':
      return alter(node, { title: freshWord() });
    case 'version':
      return newVersion(node);
    case 'rename':
      return alter(node, { name: `renamed ${freshWord()}` });
    case 'permit':
      return permit(node);
    case 'archive':
      return remove(node, false);
    case 'purge':
      return remove(node, true);
  }
}
