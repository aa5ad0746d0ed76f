import type { NodeId } from '../../base/ids.ts';
import { whenReady } from '../../base/scheduling/maybe-promise.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { Services } from '../../services/services.ts';
import type { NodeView } from '../../services/views/node-views.ts';
import type { NodeWriter, WrittenNode } from '../presenters/nodes/node-writer.ts';
import type { RequestContext } from '../request-context.ts';
import { type WrittenPage, writtenPage } from './page-stream.ts';

type NodeRequest = Pick<RequestContext, 'caller' | 'links' | 'representation' | 'locale'>;

/** Reads nodes and writes them as JSON for a caller, in their current state. */
export interface NodeResponses {
  /** Rejects as `RightsService.node` does if the caller may not read the node. */
  one(id: NodeId, request: NodeRequest): Promise<WrittenNode>;
  /** Writes those nodes that the caller may read, in this order, until the response is full. */
  many(ids: readonly NodeId[], request: NodeRequest & Pick<RequestContext, 'reservation'>): Promise<WrittenPage>;
}

export const createNodeResponses = (
  { rights, views }: Pick<Services, 'rights' | 'views'>,
  writer: NodeWriter,
): NodeResponses => ({
  async one(id, request) {
    const node = await rights.node(request.caller, id, 'ReadProperties');
    return writer.single(await views.view(request.caller, node), request);
  },
  many(ids, request) {
    const read = views.reader(request.caller);
    const entryOf = (view: NodeView | undefined): Buffer | undefined =>
      view !== undefined && includes(view.rights, readProperties) ? writer.entry(view, request) : undefined;
    return writtenPage(ids, request, (id) => whenReady(read(id), entryOf));
  },
});
