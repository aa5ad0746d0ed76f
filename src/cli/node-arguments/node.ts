import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';

/** A node, as the REST interface returns it. */
export type RepositoryNode = Result<Operations['getNode']>['node'] & {
  /**
   * In output: the address of the node. It is a path, which starts with an ID below a folder that the caller may not read. For
   * a node in the trash, it is the former path.
   */
  readonly path?: string;
};

/** The ID of the home repository, the only one that commands use. */
export const repository = '-home-';

/** The forms of a node that servers other than edu-repo return. */
interface LooseNode {
  readonly size?: number | string | null;
  readonly content?: { readonly hash?: string | null } | null;
  readonly mediatype?: string;
  readonly isDirectory?: boolean;
  readonly access?: readonly (string | { readonly permission?: string; readonly hasRight?: boolean })[] | null;
  readonly collection?: { readonly title?: string | null } | null;
  readonly properties?: MapOfProperties | ListOfProperties | null;
}

/** Some servers return the values of a property as a single text. */
type MapOfProperties = Readonly<Record<string, string | readonly string[]>>;
type ListOfProperties = readonly { readonly name: string; readonly values?: readonly string[] | null }[];

// Servers other than edu-repo omit fields or send a size as text, so the type from the contract is not reliable here.
const loose = (node: object): LooseNode => node as LooseNode;

/** The size of the content in bytes; undefined if there is no content, or the server does not report the size. */
export function sizeOf(node: RepositoryNode): number | undefined {
  const size = loose(node).size;
  if (size === null || size === undefined || size === '') return undefined;
  return Number(size);
}

/** Whether a node or a version has an address of its content. Some servers return null instead of no address. */
export const hasContentUrl = ({ contentUrl }: { readonly contentUrl?: string | null | undefined }): boolean =>
  typeof contentUrl === 'string';

/** The names of the caller's rights. Servers return names, or objects with `permission` and `hasRight`. */
export function rightsOf(node: RepositoryNode): string[] {
  const rights: string[] = [];
  for (const entry of loose(node).access ?? []) {
    if (typeof entry === 'string') rights.push(entry);
    else if (entry.hasRight === true && entry.permission !== undefined) rights.push(entry.permission);
  }
  return rights;
}

/** Property names with their values. Servers return a map or a list. */
export function propertiesOf(node: Pick<RepositoryNode, 'properties'>): (readonly [string, readonly string[]])[] {
  const properties = loose(node).properties ?? {};
  if (isList(properties)) return properties.map(({ name, values }) => [name, values ?? []]);
  return Object.entries(properties).map(([name, values]) => [name, typeof values === 'string' ? [values] : values]);
}

/** Whether the node is a file with child objects. */
export const hasChildObjects = (node: RepositoryNode): boolean =>
  propertiesOf(node).some(([name, [count = '0']]) => name === 'virtual:childobjectcount' && count !== '0');

// Array.isArray does not narrow a readonly array.
const isList = (properties: MapOfProperties | ListOfProperties): properties is ListOfProperties =>
  Array.isArray(properties);

const sha256Form = /^[0-9a-f]{64}$/;

/** The SHA-256 of the content in lower-case hexadecimal; undefined without content or if the server does not report it. */
export function contentHashOf(node: RepositoryNode): string | undefined {
  const hash = loose(node).content?.hash;
  return typeof hash === 'string' && sha256Form.test(hash) ? hash : undefined;
}

/** What the server has announced of a content. */
export interface ExpectedContent {
  readonly hash?: string | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
}

/** What the server announces of the current content of a node. */
export const expectedOf = (node: RepositoryNode): ExpectedContent => ({
  hash: contentHashOf(node),
  size: sizeOf(node),
});

/** Whether the node has content. Empty content counts. */
export function hasContent(node: RepositoryNode): boolean {
  const content = loose(node).content;
  if (content?.hash !== undefined) return content.hash !== null;
  return sizeOf(node) !== undefined;
}

const folderTypes = ['ccm:map', 'cm:folder'];

export const isFolder = (node: RepositoryNode): boolean => loose(node).isDirectory ?? folderTypes.includes(node.type);

/** What a transfer needs to know about an existing node. Small, because a transfer holds the facts of a whole folder. */
export interface NodeFacts {
  readonly id: string;
  readonly folder: boolean;
  readonly filled: boolean;
  /** The size of the content in bytes; undefined if there is no content, or the server does not report the size. */
  readonly size: number | undefined;
  /** The SHA-256 of the content; undefined if there is no content, or the server does not report the hash. */
  readonly hash: string | undefined;
}

export const factsOf = (node: RepositoryNode): NodeFacts => ({
  id: node.ref.id,
  folder: isFolder(node),
  filled: hasContent(node),
  size: sizeOf(node),
  hash: contentHashOf(node),
});

/** The name, with a trailing `/` for folders. */
export const shownName = (node: RepositoryNode): string => (isFolder(node) ? `${node.name}/` : node.name);

/** The title of a collection; undefined for all other nodes. The server makes the name of a collection unique, so people do not know it. */
export const collectionTitle = (node: RepositoryNode): string | undefined => {
  const { collection } = loose(node);
  return typeof collection?.title === 'string' ? collection.title : undefined;
};
