import type { Client } from '../../client/client.ts';
import { childrenOf } from '../node-arguments/children.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';

/** A file below a folder. */
export interface FileBelow {
  /** The path from the folder, with `/` between names. */
  readonly path: string;
  readonly node: RepositoryNode;
}

/** The files in a folder and in all folders below it, as the server orders them. */
export async function* filesBelow(client: Client, folder: string, above = ''): AsyncGenerator<FileBelow> {
  for await (const node of childrenOf(client, folder)) {
    const path = `${above}${node.name}`;
    if (isFolder(node)) yield* filesBelow(client, node.ref.id, `${path}/`);
    else yield { path, node };
  }
}
