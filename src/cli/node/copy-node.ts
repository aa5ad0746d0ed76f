import { createClient } from '../../client/client.ts';
import type { Connection } from '../connection/connect.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import type { Output } from '../print/output.ts';
import { counted } from '../print/units.ts';

/** What is copied, and where it goes. */
export interface NodeCopy {
  readonly source: RepositoryNode;
  readonly withChildren: boolean;
  /** The id of a folder. */
  readonly folder: string;
  /** Undefined: the name of the source. */
  readonly name: string | undefined;
}

/** Servers count there what the caller may not read. */
const leftOutHeader = 'x-edu-left-out';

/** Copies on the server, and says how much of it the server left out. Gives the copy. */
export async function copyNode(
  { send, client }: Pick<Connection, 'send' | 'client'>,
  { source, withChildren, folder, name }: NodeCopy,
  output: Output,
): Promise<RepositoryNode> {
  let leftOut = 0;
  const counting = createClient(async (call) => {
    const answer = await send(call);
    leftOut = Number(answer.headers[leftOutHeader] ?? 0);
    return answer;
  });
  const call = { repository, node: folder, source: source.ref.id, withChildren };
  const { node } = await counting.copyNode(name === undefined ? call : { ...call, name });
  if (leftOut > 0) output.report(`Left out of ${source.name}: ${counted(leftOut, 'node')} that you may not download`);
  // Other servers do not know of new names.
  if (name === undefined || name === source.name || node.name !== source.name) return node;
  const renamed = await client.updateMetadata({ repository, node: node.ref.id, body: { 'cm:name': [name] } });
  return renamed.node;
}
