import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';

/**
 * Checks by a client for dry runs whether a content can be uploaded to a node. Uploads do not support dry runs, but setting a text needs
 * the same right on the same kind of node.
 */
export async function checkUpload(client: Client, node: string): Promise<void> {
  await client.setTextContent({ repository, node, mimetype: 'text/plain', body: '' });
}
