import { createClient } from '../../client/client.ts';
import type { Connection } from '../connection/connect.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import type { Output } from '../print/output.ts';
import { counted } from '../print/units.ts';

export interface NodeCopy {
  readonly source: RepositoryNode;
  readonly withChildren: boolean;
  /** The ID of the target folder. */
  readonly folder: string;
  /** The name of the copy; undefined to keep that of the source. */
  readonly name: string | undefined;
}

/** The response header with the number of nodes that were not copied, because the caller may not download them. */
const leftOutHeader = 'x-edu-left-out';

/** Copies a node on the server and resolves with the copy. Reports how many nodes were not copied. */
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
  if (leftOut > 0)
    output.report(`Did not copy ${counted(leftOut, 'node')} of ${source.name}, because you may not download them.`);
  // Servers other than edu-repo ignore `name`.
  if (name === undefined || name === source.name || node.name !== source.name) return node;
  const renamed = await client.updateMetadata({ repository, node: node.ref.id, body: { 'cm:name': [name] } });
  return renamed.node;
}
