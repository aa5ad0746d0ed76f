import type { Client } from '../../client/client.ts';
import { createWalk, type Walk } from '../node-arguments/children.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';

/** A file below a folder. */
export interface FileBelow {
  /** The path from the folder, with `/` between names. */
  readonly path: string;
  readonly node: RepositoryNode;
}

async function* filesOf(walk: Walk, folder: string, above: string): AsyncGenerator<FileBelow> {
  for await (const node of walk(folder)) {
    const path = `${above}${node.name}`;
    if (isFolder(node)) yield* filesOf(walk, node.ref.id, `${path}/`);
    else yield { path, node };
  }
}

/** The files in a folder and in all folders below it, as the server orders them. */
export const filesBelow = (client: Client, folder: string): AsyncGenerator<FileBelow> =>
  filesOf(createWalk(client), folder, '');
