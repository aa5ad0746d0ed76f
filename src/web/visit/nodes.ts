import type { Client } from '../../client/client.ts';
import type { TextKey, Texts } from '../texts/texts.ts';
import type { Visit } from './visit.ts';

/** A node as the interface returns it. */
export type Node = Awaited<ReturnType<Client['getNode']>>['node'];

type LinkedNode = Pick<Node, 'ref' | 'isDirectory' | 'collection' | 'originalId' | 'accessOriginal'>;

export const home = { repository: '-home-' } as const;

/** What calls for lists of nodes ask for: the properties that lists show. */
export const listFilter = { propertyFilter: ['cm:title', 'cm:creator', 'ccm:wwwurl', 'ccm:objecttype'] };

/** The title, or the name if there is none. */
export const titleOf = ({ title, name }: Pick<Node, 'title' | 'name'>): string =>
  title === null || title.trim() === '' ? name : title;

/** The folders that a repository has from its start, by their names, which cannot be changed. */
const systemFolders: ReadonlyMap<string, TextKey> = new Map([
  ['Company Home', 'folder.all'],
  ['User Homes', 'folder.homes'],
  ['Collections', 'nav.collections'],
]);

/** The title of a node, with the folders of the repository itself in plain words. */
export function shownTitle(texts: Texts, node: Pick<Node, 'title' | 'name' | 'type'>): string {
  const key = node.type === 'cm:folder' ? systemFolders.get(node.name) : undefined;
  return key === undefined ? titleOf(node) : texts.of(key);
}

/** The path of a folder as the interface returns it, with the home folder and those of the repository in plain words. */
export function shownPath(texts: Texts, path: string): string {
  if (path === '/') return texts.of('folder.all');
  const [first = '', top = '', ...names] = path.split('/');
  if (first === '~') return path.replace('~', texts.of('nav.files'));
  const key = first === '' ? systemFolders.get(top) : undefined;
  return key === undefined ? path : ['', texts.of(key), ...names].join('/');
}

/**
 * The path of the page of a node: a folder shows its entries, a collection its material. A reference leads to its original, whose
 * owner, versions and comments a visitor looks for, if they may read that.
 */
export function pathOf({ ref, isDirectory, collection, ...node }: LinkedNode): string {
  if (collection !== null) return `/collection/${ref.id}`;
  const id = node.accessOriginal?.includes('Read') ? (node.originalId ?? ref.id) : ref.id;
  return `${isDirectory ? '/folder' : '/node'}/${id}`;
}

/** The address of the preview image of a node with at most this many pixels on each side. */
export const previewOf = ({ interfacePath }: Visit, { preview }: Pick<Node, 'preview'>, side: number): string =>
  `${interfacePath}/preview${new URL(preview.url).search}&maxWidth=${side}&maxHeight=${side}`;

/** The address of the content, which the interface sends without any right to run scripts. */
export const contentOf = ({ interfacePath }: Visit, { ref }: Pick<Node, 'ref'>, version?: string): string =>
  `${interfacePath}/eduservlet/download?nodeId=${encodeURIComponent(ref.id)}${version === undefined ? '' : `&version=${version}`}`;

/** Whether the caller has a right on the node. */
export const may = ({ access }: Pick<Node, 'access'>, right: Node['access'][number]): boolean => access.includes(right);

/** The name of a person, if the repository knows one. */
export const personOf = ({ firstName = '', lastName = '' }: Node['createdBy']): string =>
  `${firstName} ${lastName}`.trim();
