import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { isUnknownCall } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';

export type ContentModel = Result<Operations['getDictionary']>;

/** The content model; undefined if the server cannot list it. */
export async function contentModelOf(client: Client): Promise<ContentModel | undefined> {
  try {
    return await client.getDictionary({ repository });
  } catch (error) {
    if (isUnknownCall(error)) return undefined;
    throw error;
  }
}
