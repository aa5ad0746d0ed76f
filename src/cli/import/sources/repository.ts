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
  isFolder,
  propertiesOf,
  type RepositoryNode,
  sizeOf,
} from '../../node-arguments/node.ts';
import { checkedContent } from '../../transfer/checked-content.ts';
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

async function* itemsBelow(
  client: Client,
  walk: Walk,
  folder: string,
  folders: readonly string[],
): AsyncGenerator<ImportItem> {
  for await (const node of walk(folder)) {
    const common = { where: [...folders, node.name].join('/'), key: node.ref.id, folders, name: node.name };
    const fields = fieldsOf(node);
    if (isFolder(node)) {
      yield itemWith({ ...common, kind: 'folder', fields });
      yield* itemsBelow(client, walk, node.ref.id, [...folders, node.name]);
    } else {
      yield itemWith({ ...common, fields, content: contentOf(client, node), ...(await childObjectsOf(client, node)) });
    }
  }
}

/** Opens a node, and what is below it, as a source. The item of the node itself has the given name instead of its own. */
export async function openNodes(
  { client, where, dataDirectory }: Connection,
  address: NodeAddress,
  newName?: string,
): Promise<Omit<ImportSource, 'close'> & { readonly isFolder: boolean }> {
  const top = await findNode(client, address);
  const alone = async function* (): AsyncGenerator<ImportItem> {
    const common = { where: top.name, key: top.ref.id, name: newName ?? top.name, fields: fieldsOf(top) };
    yield itemWith({ ...common, content: contentOf(client, top), ...(await childObjectsOf(client, top)) });
  };
  return {
    understoodAs: `${isFolder(top) ? 'the folder' : 'the file'} ${writeInRepository(address)} of the repository ${address.remote ?? where}`,
    name: dataDirectory === undefined ? where : 'repository',
    total: undefined,
    isFolder: isFolder(top),
    items: () => (isFolder(top) ? itemsBelow(client, createWalk(client), top.ref.id, []) : alone()),
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
  recognises: async ({ kind, text }) => kind === 'address' && locatedIn(text) !== undefined,
  async open({ text }, { context }) {
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
      return { ...(await openNodes(connection, address)), close };
    } catch (error) {
      await close();
      throw error;
    }
  },
};
