import type { NodeId } from '../base/ids.ts';
import { createLatelyUsed } from '../base/lately-used.ts';
import type { NodeForm } from '../contract/objects/node-form.ts';
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

/** An answer, and what it was written from. */
interface Kept {
  readonly gist: NodeGist;
  readonly company: NodeCompany;
  /** The state for which the company is known to be the same. */
  state: number;
  readonly base: string;
  /** Of whoever asked last, who is mostly the next one too. */
  readonly seen: Seen;
  readonly entry: WrittenNode;
  /** How much of the entry is the same for everybody who may read the content, or for everybody who may not. */
  readonly sharedBytes: number;
}

/** What is kept of one node, in the forms in which it was asked for. */
type KeptForms = Readonly<Partial<Record<NodeForm, Kept>>>;

/** In bytes, as measured: what is kept beside an answer, and for each entry of a list of rights. */
const weights = { rest: 1_400, listed: 120 } as const;

const weightOf = (kept: Kept | undefined): number =>
  kept === undefined ? 0 : kept.entry.length + weights.rest + weights.listed * (kept.gist.acl?.entries.length ?? 0);

/** The bytes by themselves: short ones are else parts of larger pieces of memory, which would be kept with them. */
function apart(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const isSameSeen = (one: Seen, other: Seen): boolean => one.rights === other.rights && one.isPublic === other.isPublic;

const mayReadContent = ({ rights }: Seen): boolean => includes(rights, readContent);

/** Answers up to `mostBytes` are kept, in both forms together. */
export function createNodeAnswers(
  { rights, views }: Pick<Services, 'rights' | 'views'>,
  writer: NodeWriter,
  mostBytes: number,
): NodeAnswers {
  const answers = createLatelyUsed<KeptForms>(mostBytes);
  // Rises whenever a node has changed, so that what was read before is not kept after it.
  let changes = 0;
  views.watch((id) => {
    changes += 1;
    answers.drop(id);
  });

  const keep = (kept: Kept, { look }: Asked): WrittenNode => {
    const { id } = kept.gist;
    const forms: KeptForms = { ...answers.get(id), [look.form]: { ...kept, entry: apart(kept.entry) } };
    answers.set(id, forms, weightOf(forms.map) + weightOf(forms.list));
    return kept.entry;
  };

  /** The answer that is kept, where it needs no more than a look; most do not. */
  const atHand = (id: NodeId, { caller, links, look }: Asked): WrittenNode | undefined => {
    if (look.properties !== undefined) return undefined;
    const kept = answers.get(id)?.[look.form];
    if (kept === undefined || kept.state !== views.state || kept.base !== links.base) return undefined;
    const seen = rights.seen(caller, kept.gist);
    if (seen instanceof Promise || !isSameSeen(seen, kept.seen)) return undefined;
    return includes(seen.rights, readProperties) ? kept.entry : undefined;
  };

  /** The same, brought up to date: what is kept of a node is good as long as its record and its company are. */
  const mended = async (id: NodeId, asked: Asked): Promise<WrittenNode | undefined> => {
    const { caller, links, look } = asked;
    const kept = look.properties === undefined ? answers.get(id)?.[look.form] : undefined;
    // A lower state than before: the disk has lost changes.
    if (kept === undefined || kept.base !== links.base || kept.state > views.state) return undefined;
    const [before, { state }] = [changes, views];
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
    return keep({ ...kept, state, seen, entry }, asked);
  };

  const written = (view: NodeView, asked: Asked, before: number, state: number): WrittenNode => {
    const { entry, sharedBytes } = writer.write(view, asked);
    const { node, rights: granted, isPublic, creator, modifier, owner, picture, onlyNow, ...more } = view;
    // Nothing of a view is forgotten here: what is new in it belongs to `OnlyNow` or to what is compared below.
    more satisfies Readonly<Record<string, never>>;
    // Who wants which properties differs from call to call.
    if (asked.look.properties !== undefined || onlyNow !== undefined || before !== changes) return entry;
    const seen = { rights: granted, isPublic };
    const company = { creator, modifier, owner, picture };
    return keep({ gist: gistOf(node), company, state, base: asked.links.base, seen, entry, sharedBytes }, asked);
  };

  const anew = async (id: NodeId, asked: Asked): Promise<WrittenNode> => {
    const known = await mended(id, asked);
    if (known !== undefined) return known;
    const [before, { state }] = [changes, views];
    const node = await rights.node(asked.caller, id, 'ReadProperties');
    return written(await views.view(asked.caller, node), asked, before, state);
  };

  return {
    one: (id, asked) => atHand(id, asked) ?? anew(id, asked),
    async many(ids, asked) {
      const entries = new Map<NodeId, WrittenNode>();
      for (const id of ids) {
        const entry = atHand(id, asked) ?? (await mended(id, asked));
        if (entry !== undefined) entries.set(id, entry);
      }
      const missing = ids.filter((id) => !entries.has(id));
      const [before, { state }] = [changes, views];
      for (const view of await views.viewsOf(asked.caller, missing)) {
        if (includes(view.rights, readProperties)) entries.set(view.node.id, written(view, asked, before, state));
      }
      return ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
    },
  };
}
