import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from './node.ts';

/** Creates a folder in the folder with this ID. Rejects with `AnswerError` 409 if the name is taken. */
export async function createFolder(client: Client, parent: string, name: string): Promise<RepositoryNode> {
  const body = { 'cm:name': [name] };
  return (await client.createNode({ repository, node: parent, type: 'ccm:map', body })).node;
}
