import type { Offset } from '../../base/buffers/offset-table.ts';
import type { NodeId } from '../../base/ids.ts';
import type { NodeForm } from '../../contract/objects/node-form.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { EffectivePermissions } from '../../services/access/rights.ts';
import type { Services } from '../../services/services.ts';
import {
  type NodeSummary,
  type NodeView,
  nodeSummaryOf,
  type RelatedRecords,
  type ViewReader,
} from '../../services/views/node-views.ts';
import { callersViewOf } from '../presenters/nodes/node-presenter.ts';
import {
  joined,
  type NodeWriter,
  noNodes,
  single,
  singleOf,
  type WrittenNode,
  type WrittenNodes,
} from '../presenters/nodes/node-writer.ts';
import { presentPerson } from '../presenters/person.ts';
import type { RequestContext } from '../request-context.ts';
import { NodeCacheEntries, type NodeRequest } from './node-cache-entries.ts';
import { createPauses, type WrittenPage } from './page-stream.ts';

/** Writes nodes in their current state. What is the same for all callers is cached until it changes. */
export interface NodeResponseCache {
  /** Rejects as `RightsService.node` does if the caller may not read the node. */
  one(id: NodeId, request: NodeRequest): WrittenNode | Promise<WrittenNode>;
  /** Writes those nodes that the caller may read, in this order, until the response is full. */
  many(ids: readonly NodeId[], request: ListRequest): WrittenPage | Promise<WrittenPage>;
}

type ListRequest = NodeRequest & Pick<RequestContext, 'reservation'>;

/** Consecutive nodes of a list that were written from the cache, up to the first one that is not cached or does not fit. */
interface CachedNodes extends WrittenNodes {
  readonly bytes: number;
  /** Whether the next node does not fit in the response. */
  readonly isFull: boolean;
}

/** The states at the time of a read. They show whether something changed afterwards. */
interface Snapshot {
  readonly changes: number;
  readonly state: number;
  readonly rightsState: number;
}

/** The fields of a node that come from related records. */
const relatedFieldsOf = (node: NodeSummary, { creator, modifier, owner, thumbnail }: RelatedRecords): string =>
  JSON.stringify([
    presentPerson(node.createdBy, creator),
    presentPerson(node.modifiedBy, modifier),
    presentPerson(node.owner, owner),
    thumbnail?.width,
    thumbnail?.height,
  ]);

/** Writes the part of a node that depends on the caller. Reuses the last result, which most nodes in a list share. */
function createCallersPartWriter(writer: NodeWriter) {
  let last: (EffectivePermissions & { readonly form: NodeForm; readonly bytes: Buffer }) | undefined;
  return (id: NodeId, hasFile: boolean, { rights, isPublic }: EffectivePermissions, request: NodeRequest): Buffer => {
    const { form } = request.representation;
    if (!hasFile && last?.rights === rights && last.isPublic === isPublic && last.form === form) return last.bytes;
    const node = { id, ratings: undefined, hasFile };
    const bytes = Buffer.from(writer.end({ node, rights, isPublic, uncachedFields: undefined }, request));
    if (!hasFile) last = { rights, isPublic, form, bytes };
    return bytes;
  };
}

const comma = Buffer.from(',');

/** Limits on what is taken from the cache before the event loop serves other requests. */
const maxNodesPerStep = 1_000;
const maxBytesPerStep = 1 << 20;

const concatenated = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);

const nodesOf = (node: Buffer | undefined): WrittenNodes =>
  node === undefined ? noNodes : { count: 1, chunks: [node] };

class CachingNodeResponses implements NodeResponseCache {
  readonly #rights: Services['rights'];
  readonly #views: Services['views'];
  readonly #writer: NodeWriter;
  readonly #entries: NodeCacheEntries;
  readonly #writeCallersPart: ReturnType<typeof createCallersPartWriter>;
  /** The number of changes to nodes so far. A node that was read before a change is not cached after it. */
  #changes = 0;

  constructor({ rights, views }: Pick<Services, 'rights' | 'views'>, writer: NodeWriter, maxBytes: number) {
    this.#rights = rights;
    this.#views = views;
    this.#writer = writer;
    this.#entries = new NodeCacheEntries(maxBytes);
    this.#writeCallersPart = createCallersPartWriter(writer);
    views.watch((id) => {
      this.#changes += 1;
      this.#entries.drop(id);
    });
  }

  one(id: NodeId, request: NodeRequest): WrittenNode | Promise<WrittenNode> {
    const offset = this.#findCurrent(id, request);
    if (offset === undefined) return this.#readOne(id, request);
    this.#entries.startCollecting();
    this.#entries.collectBytes(single.before);
    this.#entries.collectNode(offset, this.#callersPartAt(offset, id, request));
    this.#entries.collectBytes(single.after);
    return concatenated(this.#entries.collected());
  }

  many(ids: readonly NodeId[], request: ListRequest): WrittenPage | Promise<WrittenPage> {
    // Usually all nodes are cached, and nothing needs to be awaited.
    const cached = this.#currentFrom(ids, { from: 0, isFirst: true }, request);
    const isDone = cached.isFull || cached.count === ids.length;
    return isDone ? { ...cached, taken: cached.count } : this.#readMany(ids, request, cached);
  }

  #snapshot(): Snapshot {
    return { changes: this.#changes, state: this.#views.state, rightsState: this.#rights.state };
  }

  /** An entry that can be written without reading any record. */
  #findCurrent(id: NodeId, request: NodeRequest): Offset | undefined {
    const offset = this.#entries.find(id, request);
    if (offset === undefined || this.#entries.stateAt(offset) !== this.#views.state) return undefined;
    return this.#isReadableBy(offset, request.caller) ? offset : undefined;
  }

  #isReadableBy(offset: Offset, caller: Caller): boolean {
    const { state } = this.#rights;
    if (this.#entries.isLastCaller(offset, caller, state)) return true;
    const permissions = this.#rights.effectivePermissions(caller, this.#entries.inputsAt(offset).summary);
    if (permissions instanceof Promise || !this.#entries.isReadableWith(offset, permissions)) return false;
    this.#entries.setLastCaller(offset, caller, permissions, state);
    return true;
  }

  /** Collects nodes from the cache, from this position to the first node without a current entry, within the limits of a step. */
  #currentFrom(
    ids: readonly NodeId[],
    { from, isFirst }: { readonly from: number; readonly isFirst: boolean },
    request: ListRequest,
  ): CachedNodes {
    this.#entries.startCollecting();
    let [count, bytes, isFull] = [0, 0, false];
    for (let at = from; at < ids.length && count < maxNodesPerStep && bytes < maxBytesPerStep; at += 1) {
      const id = ids[at];
      const offset = id === undefined ? undefined : this.#findCurrent(id, request);
      if (id === undefined || offset === undefined) break;
      const callersPart = this.#callersPartAt(offset, id, request);
      const size = this.#entries.lengthAt(offset) + callersPart.length;
      isFull = !request.reservation.take(size, isFirst && count === 0);
      if (isFull) break;
      if (count > 0) this.#entries.collectBytes(comma);
      this.#entries.collectNode(offset, callersPart);
      count += 1;
      bytes += size;
    }
    return { count, chunks: this.#entries.collected(), bytes, isFull };
  }

  #callersPartAt(offset: Offset, id: NodeId, request: NodeRequest): Buffer {
    const hasFile = this.#entries.hasFileAt(offset);
    return this.#writeCallersPart(id, hasFile, this.#entries.permissionsAt(offset), request);
  }

  async #readOne(id: NodeId, request: NodeRequest): Promise<WrittenNode> {
    const revalidated = await this.#revalidated(id, request);
    if (revalidated !== undefined) return singleOf(revalidated);
    const snapshot = this.#snapshot();
    const node = await this.#rights.node(request.caller, id, 'ReadProperties');
    return singleOf(this.#write(await this.#views.view(request.caller, node), request, snapshot));
  }

  /** Reads the nodes after the first ones, one at a time, until the response is full. */
  async #readMany(ids: readonly NodeId[], request: ListRequest, first: CachedNodes): Promise<WrittenPage> {
    const read = this.#views.reader(request.caller);
    // The reader reads each person once for the whole list, so one snapshot covers all nodes.
    const snapshot = this.#snapshot();
    const pause = createPauses();
    const parts: WrittenNodes[] = [first];
    let [at, shown, isFull] = [first.count, first.count, first.isFull];
    for (let id = ids[at]; id !== undefined && !isFull; id = ids[at]) {
      const node = (await this.#revalidated(id, request)) ?? (await this.#readWith(read, id, request, snapshot));
      if (node !== undefined && !request.reservation.take(node.length, shown === 0)) break;
      shown += Number(node !== undefined);
      const cached = this.#currentFrom(ids, { from: at + 1, isFirst: shown === 0 }, request);
      parts.push(nodesOf(node), cached);
      at += 1 + cached.count;
      shown += cached.count;
      isFull = cached.isFull;
      await pause((node?.length ?? 0) + cached.bytes);
    }
    return { ...joined(parts), taken: at };
  }

  /** Checks the inputs of an entry again, and writes the node from the entry if they did not change. */
  async #revalidated(id: NodeId, request: NodeRequest): Promise<Buffer | undefined> {
    const entries = this.#entries;
    const offset = entries.find(id, request);
    // The state of the entry can be higher than the current one if the store lost its last changes.
    if (offset === undefined || entries.stateAt(offset) > this.#views.state) return undefined;
    const { summary, related } = entries.inputsAt(offset);
    const { changes, state, rightsState } = this.#snapshot();
    const currentRelated = relatedFieldsOf(summary, await this.#views.relatedRecords(summary));
    const permissions = await this.#rights.effectivePermissions(request.caller, summary);
    // During the reads the node may have changed, or its entry may have moved.
    if (changes !== this.#changes || offset !== entries.find(id, request)) return undefined;
    if (currentRelated !== related || !entries.isReadableWith(offset, permissions)) return undefined;
    entries.setState(offset, state);
    entries.setLastCaller(offset, request.caller, permissions, rightsState);
    entries.startCollecting();
    entries.collectNode(offset, this.#callersPartAt(offset, id, request));
    return concatenated(entries.collected());
  }

  /** Undefined if the node does not exist, or the caller may not read it. */
  async #readWith(read: ViewReader, id: NodeId, request: NodeRequest, snapshot: Snapshot): Promise<Buffer | undefined> {
    const view = await read(id);
    return view !== undefined && includes(view.rights, readProperties)
      ? this.#write(view, request, snapshot)
      : undefined;
  }

  #write(view: NodeView, request: NodeRequest, snapshot: Snapshot): Buffer {
    const sharedPart = this.#writer.beginning(view, request);
    if (
      request.representation.properties === undefined &&
      hasOnlyCachedFields(view) &&
      snapshot.changes === this.#changes
    ) {
      this.#store(view, sharedPart, request, snapshot);
    }
    return Buffer.concat([sharedPart, Buffer.from(this.#writer.end(callersViewOf(view), request))]);
  }

  #store(view: NodeView, sharedPart: Buffer, request: NodeRequest, { state, rightsState }: Snapshot): void {
    const summary = nodeSummaryOf(view.node);
    const inputs = { summary, related: relatedFieldsOf(summary, view) };
    const offset = this.#entries.set(sharedPart, inputs, request, state);
    if (offset !== undefined) this.#entries.setLastCaller(offset, request.caller, view, rightsState);
  }
}

function hasOnlyCachedFields(view: NodeView): boolean {
  const {
    node: _node,
    rights: _rights,
    isPublic: _isPublic,
    creator: _creator,
    modifier: _modifier,
    owner: _owner,
    thumbnail: _thumbnail,
    uncachedFields,
    ...more
  } = view;
  // A new field of a view is a type error here. Add it to `UncachedFields`, or to `relatedFieldsOf`.
  more satisfies Readonly<Record<string, never>>;
  return uncachedFields === undefined;
}

/** Caches up to `maxBytes` of JSON, in both forms together. */
export const createNodeResponseCache = (
  services: Pick<Services, 'rights' | 'views'>,
  writer: NodeWriter,
  maxBytes: number,
): NodeResponseCache => new CachingNodeResponses(services, writer, maxBytes);
