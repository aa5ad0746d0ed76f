import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { HandlerParts } from '../handler.ts';
import type { RequestContext } from '../request-context.ts';

/** The response to a call that changed a node, `{"node":…}`. It is not cached. */
export async function writeChangedNode(
  { services, writeNode }: Pick<HandlerParts, 'services' | 'writeNode'>,
  node: NodeRecord,
  context: RequestContext,
): Promise<WrittenJson> {
  return new WrittenJson(writeNode.changed(await services.views.view(context.caller, node), context));
}
