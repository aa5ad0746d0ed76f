import type { Offset } from '../../base/buffers/offset-table.ts';
import { createSimilarBytes, type SimilarBytes } from '../../base/buffers/similar-bytes.ts';
import type { NodeId } from '../../base/ids.ts';
import { NodeForm } from '../../contract/objects/node-form.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
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
import { createPauses, type WrittenPage } from './page-stream.ts';

/** Answers with nodes as they are now, written anew only where something has changed. */
export interface NodeResponseCache {
  /** Rejects as `RightsService.node` does where the caller may not read it. */
  one(id: NodeId, context: Asked): WrittenNode | Promise<WrittenNode>;
  /** Of those that the caller may read, in this order, as many as the answer has room for. */
  many(ids: readonly NodeId[], context: AskedForList): WrittenPage | Promise<WrittenPage>;
}

type Asked = Pick<RequestContext, 'caller' | 'links' | 'look'>;
type AskedForList = Asked & Pick<RequestContext, 'room'>;

/** Several nodes that were at hand, and whether the answer has no room for the next one. */
interface AtHand extends WrittenNodes {
  readonly bytes: number;
  readonly isFull: boolean;
}

/** How far everything had come when something was read, so that it is not taken for what is there later. */
interface Moment {
  readonly changes: number;
  readonly state: number;
  readonly rightsState: number;
}

/** What the beginning of an answer was written from; kept behind it, as JSON. */
interface Ground {
  readonly gist: NodeSummary;
  readonly company: string;
}

/** The numbers that are kept with each beginning, by their places. */
const field = {
  /** How long it is; behind it lies its ground. */
  length: 0,
  hasFile: 1,
  base: 2,
  /** The state for which the company is known to be the same. */
  state: 3,
  /** Who asked last, who is mostly the next one too (a number: callers that are forgotten elsewhere are not kept here), … */
  caller: 4,
  /** … and in which state of the rights they see it like this. */
  rightsState: 5,
  rights: 6,
  isPublic: 7,
} as const;

const fields = Object.keys(field).length;

/** In the usual form a node's answer is kept under its id alone: what is looked up most is nearest. */
const keyOf = (id: NodeId, form: NodeForm): string => (form === 'map' ? id : `${form} ${id}`);

const mayReadContent = (rights: Rights): boolean => includes(rights, readContent);

/** What the answer tells of the company. */
const companyOf = (node: NodeSummary, { creator, modifier, owner, thumbnail: picture }: RelatedRecords): string =>
  JSON.stringify([
    presentPerson(node.createdBy, creator),
    presentPerson(node.modifiedBy, modifier),
    presentPerson(node.owner, owner),
    picture?.width,
    picture?.height,
  ]);

/** Tells values apart by numbers that are given once. Most calls come from whoever came last. */
function createNumbers<V extends object>(): (value: V) => number {
  const numbers = new WeakMap<V, number>();
  let [last, lastNumber, given]: [V | undefined, number, number] = [undefined, 0, 0];
  return (value) => {
    if (value === last) return lastNumber;
    let number = numbers.get(value);
    if (number === undefined) {
      given += 1;
      number = given;
      numbers.set(value, number);
    }
    [last, lastNumber] = [value, number];
    return number;
  };
}

/** How entries end: mostly as the last one did, as most nodes are seen alike. */
function createEnds(writer: NodeWriter) {
  let last: (EffectivePermissions & { readonly form: NodeForm; readonly bytes: Buffer }) | undefined;
  return (id: NodeId, hasFile: boolean, { rights, isPublic }: EffectivePermissions, asked: Asked): Buffer => {
    const { form } = asked.look;
    if (!hasFile && last?.rights === rights && last.isPublic === isPublic && last.form === form) return last.bytes;
    const node = { id, ratings: undefined, hasFile };
    const bytes = Buffer.from(writer.end({ node, rights, isPublic, uncachedFields: undefined }, asked));
    if (!hasFile) last = { rights, isPublic, form, bytes };
    return bytes;
  };
}

const comma = Buffer.from(',');

/** Taken from what is kept before other work gets its turn. */
const maxNodesPerStep = 1_000;
const maxBytesPerStep = 1 << 20;

const wholeOf = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);

const entryOf = (entry: Buffer | undefined): WrittenNodes =>
  entry === undefined ? noNodes : { count: 1, pieces: [entry] };

/** The beginnings of answers up to `mostBytes` are kept, in both forms together; their ends are written for each caller. */
export function createNodeResponseCache(
  { rights, views }: Pick<Services, 'rights' | 'views'>,
  writer: NodeWriter,
  mostBytes: number,
): NodeResponseCache {
  const kept: SimilarBytes = createSimilarBytes(mostBytes, fields);
  const { numbers } = kept;
  const endOf = createEnds(writer);
  const callerNumber = createNumbers<Caller>();
  const baseNumber = createNumbers<Asked['links']>();
  // Rises whenever a node has changed, so that what was read before is not kept after it.
  let changes = 0;
  views.watch((id) => {
    changes += 1;
    for (const form of NodeForm.options) kept.drop(keyOf(id, form));
  });

  const now = (): Moment => ({ changes, state: views.state, rightsState: rights.state });

  /** What is kept for those who ask like this. */
  const find = (id: NodeId, { look, links }: Asked): Offset | undefined => {
    // Who wants which properties differs from call to call.
    if (look.properties !== undefined) return undefined;
    const place = kept.find(keyOf(id, look.form));
    return place !== undefined && numbers[place + field.base] === baseNumber(links) ? place : undefined;
  };

  const groundAt = (place: Offset): Ground =>
    // `keep` wrote it.
    JSON.parse(kept.rest(place, numbers[place + field.length] ?? 0).toString()) as Ground;

  const seenAt = (place: Offset): EffectivePermissions => ({
    rights: numbers[place + field.rights] ?? 0,
    isPublic: numbers[place + field.isPublic] === 1,
  });

  const noteSeen = (
    place: Offset,
    caller: Caller,
    { rights: granted, isPublic }: EffectivePermissions,
    rightsState: number,
  ): void => {
    numbers[place + field.caller] = callerNumber(caller);
    numbers[place + field.rightsState] = rightsState;
    numbers[place + field.rights] = granted;
    numbers[place + field.isPublic] = Number(isPublic);
  };

  const lengthAt = (place: Offset): number => numbers[place + field.length] ?? 0;

  const endAt = (place: Offset, id: NodeId, asked: Asked): Buffer =>
    endOf(id, numbers[place + field.hasFile] === 1, seenAt(place), asked);

  const gather = (place: Offset, end: Buffer): void => {
    kept.gather(place, lengthAt(place));
    kept.gatherBytes(end);
  };

  const entryAt = (place: Offset, id: NodeId, asked: Asked): Buffer => {
    kept.startGathering();
    gather(place, endAt(place, id, asked));
    return wholeOf(kept.gathered());
  };

  const answerAt = (place: Offset, id: NodeId, asked: Asked): WrittenNode => {
    kept.startGathering();
    kept.gatherBytes(single.before);
    gather(place, endAt(place, id, asked));
    kept.gatherBytes(single.after);
    return wholeOf(kept.gathered());
  };

  /** Whether this beginning may be shown to somebody who sees the node like this. */
  const isFor = (place: Offset, { rights: granted }: EffectivePermissions): boolean =>
    includes(granted, readProperties) && mayReadContent(granted) === mayReadContent(seenAt(place).rights);

  /** Whether the beginning is for the caller: at once where it is the same caller, and no rights have changed. */
  const isForCaller = (place: Offset, caller: Caller): boolean => {
    const { state } = rights;
    if (numbers[place + field.caller] === callerNumber(caller) && numbers[place + field.rightsState] === state)
      return true;
    const seen = rights.effectivePermissions(caller, groundAt(place).gist);
    if (seen instanceof Promise || !isFor(place, seen)) return false;
    noteSeen(place, caller, seen, state);
    return true;
  };

  /** Where the answer is kept, where it needs no more than a look; most do not. */
  const atHand = (id: NodeId, asked: Asked): Offset | undefined => {
    const place = find(id, asked);
    if (place === undefined || numbers[place + field.state] !== views.state) return undefined;
    return isForCaller(place, asked.caller) ? place : undefined;
  };

  /** Those from there on that are at hand, up to the first one that is not, and no more than are taken at once. */
  const allAtHand = (
    ids: readonly NodeId[],
    { from, isFirst }: { readonly from: number; readonly isFirst: boolean },
    asked: AskedForList,
  ): AtHand => {
    kept.startGathering();
    let [count, bytes, isFull] = [0, 0, false];
    for (let at = from; at < ids.length && count < maxNodesPerStep && bytes < maxBytesPerStep; at += 1) {
      const id = ids[at];
      const place = id === undefined ? undefined : atHand(id, asked);
      if (id === undefined || place === undefined) break;
      const end = endAt(place, id, asked);
      const size = lengthAt(place) + end.length;
      isFull = !asked.room.take(size, isFirst && count === 0);
      if (isFull) break;
      if (count > 0) kept.gatherBytes(comma);
      gather(place, end);
      count += 1;
      bytes += size;
    }
    return { count, pieces: kept.gathered(), bytes, isFull };
  };

  /** The same, brought up to date: what is kept of a node is good as long as its record and its company are. */
  const mended = async (id: NodeId, asked: Asked): Promise<Buffer | undefined> => {
    const place = find(id, asked);
    // A lower state than before: the disk has lost changes.
    if (place === undefined || (numbers[place + field.state] ?? 0) > views.state) return undefined;
    const { gist, company } = groundAt(place);
    const { changes: before, state, rightsState } = now();
    const present = companyOf(gist, await views.relatedRecords(gist));
    const seen = await rights.effectivePermissions(asked.caller, gist);
    // Meanwhile it may have changed, or lie elsewhere.
    if (before !== changes || place !== find(id, asked)) return undefined;
    if (present !== company || !isFor(place, seen)) return undefined;
    numbers[place + field.state] = state;
    noteSeen(place, asked.caller, seen, rightsState);
    return entryAt(place, id, asked);
  };

  const keep = (view: NodeView, beginning: Buffer, asked: Asked, { state, rightsState }: Moment): void => {
    const gist = nodeSummaryOf(view.node);
    const ground: Ground = { gist, company: companyOf(gist, view) };
    const about = new Float64Array(fields);
    about[field.length] = beginning.length;
    about[field.hasFile] = Number(gist.hasFile);
    about[field.base] = baseNumber(asked.links);
    about[field.state] = state;
    const key = keyOf(gist.id, asked.look.form);
    kept.set(key, Buffer.concat([beginning, Buffer.from(JSON.stringify(ground))]), about);
    const place = kept.find(key);
    if (place !== undefined) noteSeen(place, asked.caller, view, rightsState);
  };

  const written = (view: NodeView, asked: Asked, moment: Moment): Buffer => {
    const {
      node,
      rights: _,
      isPublic: _public,
      creator: _c,
      modifier: _m,
      owner: _o,
      thumbnail: _p,
      uncachedFields,
      ...more
    } = view;
    // Nothing of a view is forgotten here: what is new in it belongs to `OnlyNow` or to what is compared above.
    more satisfies Readonly<Record<string, never>>;
    const beginning = writer.beginning(view, asked);
    if (asked.look.properties === undefined && uncachedFields === undefined && moment.changes === changes)
      keep(view, beginning, asked, moment);
    return Buffer.concat([beginning, Buffer.from(writer.end(callersViewOf(view), asked))]);
  };
  const anew = async (id: NodeId, asked: Asked): Promise<WrittenNode> => {
    const known = await mended(id, asked);
    if (known !== undefined) return singleOf(known);
    const moment = now();
    const node = await rights.node(asked.caller, id, 'ReadProperties');
    return singleOf(written(await views.view(asked.caller, node), asked, moment));
  };

  const writtenAnew = async (
    id: NodeId,
    asked: Asked,
    read: ViewReader,
    moment: Moment,
  ): Promise<Buffer | undefined> => {
    const view = await read(id);
    return view !== undefined && includes(view.rights, readProperties) ? written(view, asked, moment) : undefined;
  };

  /** Those behind the first ones, one after the other, as long as there is room. */
  const manyFrom = async (ids: readonly NodeId[], asked: AskedForList, first: AtHand): Promise<WrittenPage> => {
    const read = views.reader(asked.caller);
    // What is kept of a node counts from here on: people are read once for the whole list.
    const moment = now();
    const pause = createPauses();
    const parts: WrittenNodes[] = [first];
    let [at, shown, isFull] = [first.count, first.count, first.isFull];
    for (let id = ids[at]; id !== undefined && !isFull; id = ids[at]) {
      const entry = (await mended(id, asked)) ?? (await writtenAnew(id, asked, read, moment));
      if (entry !== undefined && !asked.room.take(entry.length, shown === 0)) break;
      shown += Number(entry !== undefined);
      const known = allAtHand(ids, { from: at + 1, isFirst: shown === 0 }, asked);
      parts.push(entryOf(entry), known);
      at += 1 + known.count;
      shown += known.count;
      isFull = known.isFull;
      await pause((entry?.length ?? 0) + known.bytes);
    }
    return { ...joined(parts), taken: at };
  };

  return {
    one(id, asked) {
      const place = atHand(id, asked);
      return place === undefined ? anew(id, asked) : answerAt(place, id, asked);
    },
    many(ids, asked) {
      // Mostly all are, and go onto the wire at once.
      const known = allAtHand(ids, { from: 0, isFirst: true }, asked);
      const isDone = known.isFull || known.count === ids.length;
      return isDone ? { ...known, taken: known.count } : manyFrom(ids, asked, known);
    },
  };
}
