import type { Client } from '../../client/client.ts';
import { childrenOf } from '../node-arguments/children.ts';
import { hasContent, repository } from '../node-arguments/node.ts';
import type { FileRow } from '../upload/file-row.ts';
import {
  localContent,
  type OpenedContent,
  openedContent,
  type RowContent,
  streamedContent,
} from '../upload/row-content.ts';
import type { ImportItem, ItemContent } from './item.ts';

/** The content of an item, as rows of an upload have it. */
export const rowContentOf = (content: ItemContent, name: string): RowContent =>
  content.kind === 'file' ? localContent(content.path, name) : streamedContent(content);

/** Earlier contents, as rows of an upload have them; undefined if there are none. */
export function earlierRows({ earlier = [] }: ImportItem, name: string): FileRow['earlier'] {
  if (earlier.length === 0) return undefined;
  return earlier.map(({ comment, content }) => ({ comment, content: rowContentOf(content, name) }));
}

/** Calls `send` with the opened content, and closes it. */
async function sendContent<T>(content: RowContent, send: (body: OpenedContent) => Promise<T>): Promise<T> {
  const file = await content.open();
  try {
    return await send(await openedContent(content, file));
  } finally {
    await file.close();
  }
}

/** Adds the files that belong to an item to its node, unless files with their names are there. */
async function addChildObjects(
  node: string,
  children: NonNullable<ImportItem['children']>,
  client: Client,
): Promise<void> {
  const present = new Map<string, string | undefined>();
  for await (const child of childrenOf(client, node))
    present.set(child.name, hasContent(child) ? undefined : child.ref.id);
  for (const { name, content } of children) {
    if (present.has(name) && present.get(name) === undefined) continue;
    const call = { repository, node, type: 'ccm:io', assocType: 'ccm:childio', aspects: ['ccm:io_childobject'] };
    const id = present.get(name) ?? (await client.createNode({ ...call, body: { 'cm:name': [name] } })).node.ref.id;
    await sendContent(rowContentOf(content, name), (body) =>
      client.uploadContent({ repository, node: id, versionComment: '', mimetype: body.mimeType, body }),
    );
  }
}

/** Adds what an item has besides its content: files that belong to it, and its preview. Rejects with the first failure. */
export async function addExtras(node: string, { children = [], preview }: ImportItem, client: Client): Promise<void> {
  if (children.length > 0) await addChildObjects(node, children, client);
  if (preview === undefined) return;
  await sendContent(streamedContent(preview), (body) =>
    client.uploadPreview({ repository, node, mimetype: body.mimeType, body }),
  );
}
