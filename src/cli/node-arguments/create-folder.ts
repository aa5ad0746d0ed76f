import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type RepositoryNode, repository } from './node.ts';

/**
 * Creates a folder in the folder with this ID; undefined in a dry run. Rejects with `AnswerError` 409 if the name is taken.
 */
export async function createFolder(client: Client, parent: string, name: string): Promise<RepositoryNode | undefined> {
  const body = { 'cm:name': [name] };
  const created: Result<Operations['createNode']> | undefined = await client.createNode({
    repository,
    node: parent,
    type: 'ccm:map',
    body,
  });
  return created?.node;
}
