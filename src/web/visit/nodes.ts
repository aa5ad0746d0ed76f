import type { Client } from '../../client/client.ts';
import type { Texts } from '../texts/texts.ts';
import type { Visit } from './visit.ts';

/** A node as the interface returns it. */
export type Node = Awaited<ReturnType<Client['getNode']>>['node'];

export const home = { repository: '-home-' } as const;

/** The properties that lists of nodes show. */
export const listedProperties = ['cm:title', 'ccm:wwwurl', 'ccm:objecttype'] as const;

/** The title, or the name if there is none. */
export const titleOf = ({ title, name }: Pick<Node, 'title' | 'name'>): string =>
  title === null || title.trim() === '' ? name : title;

/** The path of a folder as the interface returns it, with the home folder in plain words. */
export const shownPath = (texts: Texts, path: string): string => path.replace(/^~/, texts.of('nav.files'));

/** The path of the page of a node: a folder shows its entries, a collection its material. */
export function pathOf({ ref, isDirectory, collection }: Pick<Node, 'ref' | 'isDirectory' | 'collection'>): string {
  if (collection !== null) return `/collection/${ref.id}`;
  return `${isDirectory ? '/folder' : '/node'}/${ref.id}`;
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
