import { Readable } from 'node:stream';
import type { Client } from '../../../client/client.ts';
import { type Connection, connect } from '../../connection/connect.ts';
import { isComputed } from '../../node/property-changes.ts';
import { locatedAddress, type NodeAddress, writeInRepository } from '../../node-arguments/address.ts';
import { childrenOf, createWalk, type Walk } from '../../node-arguments/children.ts';
import { findNode } from '../../node-arguments/find-node.ts';
import {
  expectedOf,
  hasChildObjects,
  hasContent,
  hasContentUrl,
  isFolder,
  propertiesOf,
  type RepositoryNode,
  repository,
  sizeOf,
} from '../../node-arguments/node.ts';
import { contentSizeOf, labelOf, type Version, versionsOf } from '../../node-arguments/versions.ts';
import { shownPerson } from '../../node-arguments/views.ts';
import type { AccessListInput } from '../../permission/access-list.ts';
import { checkedContent } from '../../transfer/checked-content.ts';
import { type NodeParts, readNodeParts } from '../../transfer/node-parts.ts';
import { localAccess } from '../access-copies.ts';
import { notAnAddress } from '../address/address-failures.ts';
import type { ImportItem, ItemContent, ItemField } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import type { ImportSource, SourceKind } from '../source.ts';

/** What belongs to a node where it is: its name, size and media type, and from where it was imported itself. */
const isOfPlace = (property: string): boolean =>
  isComputed(property) ||
  /^(?:cm:(?:name|owner)|cclom:(?:size|format)|ccm:(?:replicationsource\w*|version_comment|create_version|original|published_original))$/.test(
    property,
  );

function fieldsOf(node: RepositoryNode): ItemField[] {
  return propertiesOf(node).flatMap(([property, values]) => {
    const texts = values.filter((value) => value !== '' && value !== null).map((value) => [String(value)]);
    return texts.length === 0 || isOfPlace(property) ? [] : [{ property, label: property, values: texts }];
  });
}

/** The content of a node, which is compared with what the server announced. */
function contentOf(client: Client, node: RepositoryNode): ItemContent | undefined {
  if (isFolder(node) || !hasContent(node)) return undefined;
  return {
    kind: 'stream',
    fileName: node.name,
    mimeType: node.mimetype ?? undefined,
    size: sizeOf(node),
    open: async () => {
      const { bytes } = await client.downloadContent({ nodeId: node.ref.id });
      return Readable.from(checkedContent(bytes, node.name, expectedOf(node)));
    },
  };
}

async function childObjectsOf(client: Client, node: RepositoryNode): Promise<Pick<ImportItem, 'children'>> {
  if (!hasChildObjects(node)) return {};
  const children: { name: string; content: ItemContent }[] = [];
  for await (const child of childrenOf(client, node.ref.id)) {
    const content = contentOf(client, child);
    if (content !== undefined) children.push({ name: child.name, content });
  }
  return { children };
}

/** The comment of a copied version says what the copy cannot have: its number, its author and its date. */
const commentOf = ({ version, comment, modifiedBy, modifiedAt }: Version): string =>
  `${comment === '' ? '' : `${comment} `}(version ${labelOf(version)} by ${shownPerson(modifiedBy)}, ${modifiedAt.slice(0, 10)})`;

/** The contents that a node had before, oldest first. */
async function earlierOf(client: Client, node: RepositoryNode): Promise<NonNullable<ImportItem['earlier']>> {
  const versions: Version[] = [];
  for await (const version of versionsOf(client, node.ref.id)) if (hasContentUrl(version)) versions.push(version);
  return versions.slice(0, -1).map((version) => ({
    comment: commentOf(version),
    content: {
      kind: 'stream',
      fileName: node.name,
      mimeType: node.mimetype ?? undefined,
      size: contentSizeOf(version),
      open: async () => {
        const { bytes } = await client.downloadContent({ nodeId: node.ref.id, version: labelOf(version.version) });
        return Readable.from(bytes, { objectMode: false });
      },
    },
  }));
}

/** Turns the nodes of a repository into items. */
class NodeItems {
  readonly #client: Client;
  readonly #walk: Walk;
  readonly #parts: NodeParts;

  constructor(client: Client, parts: NodeParts) {
    this.#client = client;
    this.#walk = createWalk(client);
    this.#parts = parts;
  }

  /** The node, which is in these folders and has this name at the target, and what is below it. */
  async *of(node: RepositoryNode, folders: readonly string[], name = node.name): AsyncGenerator<ImportItem> {
    const { ref, name: ownName } = node;
    const where = [...folders, ownName].join('/');
    const access = this.#parts.permissions ? { access: () => this.#accessTo(ref.id) } : {};
    const common = { where, key: ref.id, folders, name, fields: fieldsOf(node), ...access };
    if (isFolder(node)) {
      yield itemWith({ ...common, kind: 'folder' });
      yield* this.below(node, [...folders, name]);
      return;
    }
    const client = this.#client;
    const earlier = this.#parts.versions && hasContent(node) ? { earlier: await earlierOf(client, node) } : {};
    yield itemWith({
      ...common,
      content: contentOf(client, node),
      ...earlier,
      ...(await childObjectsOf(client, node)),
    });
  }

  async *below(folder: RepositoryNode, folders: readonly string[]): AsyncGenerator<ImportItem> {
    for await (const node of this.#walk(folder.ref.id)) yield* this.of(node, folders);
  }

  async #accessTo(node: string): Promise<AccessListInput> {
    return localAccess((await this.#client.getPermissions({ repository, node })).permissions);
  }
}

/**
 * Opens a node, and what is below it, as a source. With a name, the node itself is the first item and has this name; without, that is
 * so for a file, and of a folder only what is below it is read.
 */
export async function openNodes(
  { client, where, dataDirectory }: Connection,
  address: NodeAddress,
  parts: NodeParts,
  newName?: string,
): Promise<Omit<ImportSource, 'close'>> {
  const top = await findNode(client, address);
  const items = (): AsyncGenerator<ImportItem> => {
    const nodes = new NodeItems(client, parts);
    return isFolder(top) && newName === undefined ? nodes.below(top, []) : nodes.of(top, [], newName);
  };
  return {
    understoodAs: `${isFolder(top) ? 'the folder' : 'the file'} ${writeInRepository(address)} of the repository ${address.remote ?? where}`,
    name: dataDirectory === undefined ? where : 'repository',
    total: undefined,
    items,
  };
}

/** The address of a folder in a repository; undefined for other texts, also for those that are wrong. */
function locatedIn(text: string): NodeAddress | undefined {
  try {
    return locatedAddress(text);
  } catch {
    return undefined;
  }
}

/** A folder of another repository, such as `other:/Mathe`. */
export const repositorySource: SourceKind = {
  name: 'repository',
  title: 'folder of another repository (NAME:/PATH)',
  readsAddresses: true,
  recognises: async ({ kind, text }) => kind === 'address' && locatedIn(text) !== undefined,
  async open({ text }, { nodeParts = readNodeParts({}), context }) {
    const address = locatedAddress(text);
    if (address === undefined) throw notAnAddress(text, 'A folder of another repository is written as NAME:/PATH.');
    const { remote } = address;
    // A dry run reads, so it needs no other connection.
    const connection =
      remote === undefined
        ? await context.connect()
        : await connect({ ...context.globals, remote, url: undefined }, context.environment, context.output);
    const close = async (): Promise<void> => {
      // The command closes the connection to its own repository.
      if (remote !== undefined) await connection.close();
    };
    try {
      return { ...(await openNodes(connection, address, nodeParts)), close };
    } catch (error) {
      await close();
      throw error;
    }
  },
};
