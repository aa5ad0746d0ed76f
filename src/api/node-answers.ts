import type { NodeId } from '../base/ids.ts';
import { createLatelyUsed } from '../base/lately-used.ts';
import { NodeForm } from '../contract/objects/node-form.ts';
import type { Caller } from '../domain/caller.ts';
import { includes, readContent, readProperties } from '../domain/rights.ts';
import { gistOf, isSameCompany, type NodeCompany, type NodeGist, type NodeView } from '../services/node-views.ts';
import type { Seen } from '../services/rights.ts';
import type { Services } from '../services/services.ts';
import type { RequestContext } from './handlers.ts';
import type { NodeWriter, WrittenNode } from './presenters/node-writer.ts';

/** Answers with nodes as they are now, written anew only where something has changed. */
export interface NodeAnswers {
  /** Rejects as `RightsService.node` does where the caller may not read it. */
  one(id: NodeId, context: Asked): WrittenNode | Promise<WrittenNode>;
  /** Of those that the caller may read, in this order. */
  many(ids: readonly NodeId[], context: Asked): Promise<WrittenNode[]>;
}

type Asked = Pick<RequestContext, 'caller' | 'links' | 'look'>;

/** How far everything had come when something was read, so that it is not taken for what is there later. */
interface Moment {
  readonly changes: number;
  readonly state: number;
  readonly rightsState: number;
}

/** An answer, and what it was written from. */
interface Kept {
  readonly gist: NodeGist;
  readonly company: NodeCompany;
  /** The state for which the company is known to be the same. */
  state: number;
  readonly base: string;
  /** Of whoever asked last, who is mostly the next one too. */
  readonly seen: Seen;
  /** For whom (a number: callers that are forgotten elsewhere are not kept here), and in which state of the rights, this is known. */
  caller: number;
  rightsState: number;
  readonly entry: WrittenNode;
  /** How much of the entry is the same for everybody who may read the content, or for everybody who may not. */
  readonly sharedBytes: number;
}

/** In bytes, as measured: what is kept beside an answer, and for each entry of a list of rights. */
const weights = { rest: 1_400, listed: 120 } as const;

const weightOf = ({ entry, gist }: Kept): number =>
  entry.length + weights.rest + weights.listed * (gist.acl?.entries.length ?? 0);

/** In the usual form a node's answer is kept under its id alone: what is looked up most is nearest. */
const keyOf = (id: NodeId, form: NodeForm): string => (form === 'map' ? id : `${form} ${id}`);

/** The bytes by themselves: short ones are else parts of larger pieces of memory, which would be kept with them. */
function apart(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const isSameSeen = (one: Seen, other: Seen): boolean => one.rights === other.rights && one.isPublic === other.isPublic;

const mayReadContent = ({ rights }: Seen): boolean => includes(rights, readContent);

/** Tells callers apart by numbers that are given once. Most calls come from whoever came last. */
function createCallerNumbers(): (caller: Caller) => number {
  const numbers = new WeakMap<Caller, number>();
  let [last, lastNumber, given]: [Caller | undefined, number, number] = [undefined, 0, 0];
  return (caller) => {
    if (caller === last) return lastNumber;
    let number = numbers.get(caller);
    if (number === undefined) {
      given += 1;
      number = given;
      numbers.set(caller, number);
    }
    [last, lastNumber] = [caller, number];
    return number;
  };
}

/** Answers up to `mostBytes` are kept, in both forms together. */
export function createNodeAnswers(
  { rights, views }: Pick<Services, 'rights' | 'views'>,
  writer: NodeWriter,
  mostBytes: number,
): NodeAnswers {
  const answers = createLatelyUsed<Kept>(mostBytes);
  const numberOf = createCallerNumbers();
  // Rises whenever a node has changed, so that what was read before is not kept after it.
  let changes = 0;
  views.watch((id) => {
    changes += 1;
    for (const form of NodeForm.options) answers.drop(keyOf(id, form));
  });

  const now = (): Moment => ({ changes, state: views.state, rightsState: rights.state });

  const keep = (kept: Kept, { look }: Asked): WrittenNode => {
    const entry = apart(kept.entry);
    answers.set(keyOf(kept.gist.id, look.form), { ...kept, entry }, weightOf(kept));
    return entry;
  };

  /** Whether the caller sees the node as it was last seen: at once where it is the same caller, and no rights have changed. */
  const seesTheSame = (caller: Caller, kept: Kept): boolean => {
    const { state } = rights;
    const number = numberOf(caller);
    if (kept.caller === number && kept.rightsState === state) return true;
    const seen = rights.seen(caller, kept.gist);
    if (seen instanceof Promise || !isSameSeen(seen, kept.seen)) return false;
    kept.caller = number;
    kept.rightsState = state;
    return true;
  };

  /** The answer that is kept, where it needs no more than a look; most do not. */
  const atHand = (id: NodeId, { caller, links, look }: Asked): WrittenNode | undefined => {
    if (look.properties !== undefined) return undefined;
    const kept = answers.get(keyOf(id, look.form));
    if (kept === undefined || kept.state !== views.state || kept.base !== links.base) return undefined;
    return seesTheSame(caller, kept) && includes(kept.seen.rights, readProperties) ? kept.entry : undefined;
  };

  /** The same, brought up to date: what is kept of a node is good as long as its record and its company are. */
  const mended = async (id: NodeId, asked: Asked): Promise<WrittenNode | undefined> => {
    const { caller, links, look } = asked;
    const kept = look.properties === undefined ? answers.get(keyOf(id, look.form)) : undefined;
    // A lower state than before: the disk has lost changes.
    if (kept === undefined || kept.base !== links.base || kept.state > views.state) return undefined;
    const { changes: before, state, rightsState } = now();
    const company = await views.company(kept.gist);
    const seen = await rights.seen(caller, kept.gist);
    if (before !== changes || !isSameCompany(company, kept.company)) return undefined;
    if (!includes(seen.rights, readProperties) || mayReadContent(seen) !== mayReadContent(kept.seen)) return undefined;
    const { gist, sharedBytes } = kept;
    const entry = writer.again(
      kept.entry.subarray(0, sharedBytes),
      { ...company, ...seen, node: gist, onlyNow: undefined },
      asked,
    );
    return keep({ ...kept, state, seen, caller: numberOf(caller), rightsState, entry }, asked);
  };

  const written = (view: NodeView, asked: Asked, { changes: before, state, rightsState }: Moment): WrittenNode => {
    const { entry, sharedBytes } = writer.write(view, asked);
    const { node, rights: granted, isPublic, creator, modifier, owner, picture, onlyNow, ...more } = view;
    // Nothing of a view is forgotten here: what is new in it belongs to `OnlyNow` or to what is compared below.
    more satisfies Readonly<Record<string, never>>;
    // Who wants which properties differs from call to call.
    if (asked.look.properties !== undefined || onlyNow !== undefined || before !== changes) return entry;
    const seen = { rights: granted, isPublic };
    const company = { creator, modifier, owner, picture };
    const gist = gistOf(node);
    const caller = numberOf(asked.caller);
    const { base } = asked.links;
    return keep({ gist, company, state, base, seen, caller, rightsState, entry, sharedBytes }, asked);
  };

  const anew = async (id: NodeId, asked: Asked): Promise<WrittenNode> => {
    const known = await mended(id, asked);
    if (known !== undefined) return known;
    const moment = now();
    const node = await rights.node(asked.caller, id, 'ReadProperties');
    return written(await views.view(asked.caller, node), asked, moment);
  };

  const writtenAnew = async (ids: readonly NodeId[], asked: Asked): Promise<ReadonlyMap<NodeId, WrittenNode>> => {
    const entries = new Map<NodeId, WrittenNode>();
    const moment = now();
    for (const view of await views.viewsOf(asked.caller, ids)) {
      if (includes(view.rights, readProperties)) entries.set(view.node.id, written(view, asked, moment));
    }
    return entries;
  };

  return {
    one: (id, asked) => atHand(id, asked) ?? anew(id, asked),
    async many(ids, asked) {
      const known: (WrittenNode | undefined)[] = [];
      for (const id of ids) known.push(atHand(id, asked) ?? (await mended(id, asked)));
      const missing = ids.filter((_, index) => known[index] === undefined);
      const anew = missing.length === 0 ? undefined : await writtenAnew(missing, asked);
      return ids.map((id, index) => known[index] ?? anew?.get(id)).filter((entry) => entry !== undefined);
    },
  };
}
