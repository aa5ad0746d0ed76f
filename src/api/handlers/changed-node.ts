import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { HandlerParts } from '../handler.ts';
import type { RequestContext } from '../request-context.ts';

/** The response to a call that changed a node, `{"node":…}` with `further` fields. It is not cached. */
export async function writeChangedNode(
  { services, writeNode }: Pick<HandlerParts, 'services' | 'writeNode'>,
  node: NodeRecord,
  context: RequestContext,
  further: Readonly<Record<string, unknown>> = {},
): Promise<WrittenJson> {
  const entry = writeNode.changed(await services.views.view(context.caller, node), context);
  const fields = JSON.stringify(further).slice(1);
  return new WrittenJson(fields === '}' ? entry : `${entry.slice(0, -1)},${fields}`);
}
