import type { NodeForm } from '../../contract/objects/node-form.ts';
import type { NodeRecord } from '../../domain/records.ts';
import { includes, readContent } from '../../domain/rights.ts';
import type { NodeView } from '../../services/node-views.ts';
import { nodeAsMap } from './node.ts';
import { nodeAsLists } from './node-as-lists.ts';
import type { NodePresenter, NodeSurroundings } from './node-presenter.ts';

/** The answer with a single node, `{"node":…}`, in JSON. */
export type WrittenNode = Buffer;

const entryStart = '{"node":';
const entryEnd = '}}';

type Surroundings = Omit<NodeSurroundings, 'repository'>;

/** Writes nodes (2.3) in the form that is asked for. */
export interface NodeWriter {
  /** A node that was read: what is the same for every caller is written once per record. */
  read(view: NodeView, surroundings: Surroundings): WrittenNode;
  /** A node that was made or changed just now: nobody will be given this very record again. */
  changed(view: NodeView, surroundings: Surroundings): WrittenNode;
}

/** What was written of a node, and what it was written from besides the record. */
interface Written {
  readonly base: string;
  readonly from: Pick<NodeView, 'creator' | 'modifier' | 'owner' | 'picture'>;
  readonly tellsHash: boolean;
  /** What depends on the last caller, who is mostly the next one too. */
  readonly end: string;
  readonly entry: WrittenNode;
  /** How much of the entry is the same for everybody. */
  readonly sharedBytes: number;
}

const mayReadContent = ({ rights }: NodeView): boolean => includes(rights, readContent);

/** Whatever of a view `forAll` looks at besides the record and the rights must be compared here. */
const isCurrent = ({ base, from, tellsHash }: Written, view: NodeView, { links }: Surroundings): boolean =>
  base === links.base &&
  tellsHash === mayReadContent(view) &&
  from.creator === view.creator &&
  from.modifier === view.modifier &&
  from.owner === view.owner &&
  from.picture === view.picture;

/** The store gives out one object per record as long as it stays the same; with the object goes what was written of it. */
function createFormWriter(repository: string, { forAll, forCaller }: NodePresenter): NodeWriter {
  const written = new WeakMap<NodeRecord, Written>();

  const shared = (view: NodeView, { links, look }: Surroundings): Buffer =>
    Buffer.from(`${entryStart}${JSON.stringify(forAll(view, { repository, links, look })).slice(0, -1)},`);

  const write = (start: Buffer, end: string): WrittenNode => Buffer.concat([start, Buffer.from(end + entryEnd)]);

  const changed: NodeWriter['changed'] = (view, surroundings) =>
    write(shared(view, surroundings), forCaller(view, surroundings.links));

  return {
    changed,
    read(view, surroundings) {
      const { links, look } = surroundings;
      // Who wants what differs from call to call.
      if (look.properties !== undefined) return changed(view, surroundings);
      const end = forCaller(view, links);
      const known = written.get(view.node);
      const current = known !== undefined && isCurrent(known, view, surroundings);
      if (current && known.end === end) return known.entry;
      const start = current ? known.entry.subarray(0, known.sharedBytes) : shared(view, surroundings);
      const entry = write(start, end);
      const { creator, modifier, owner, picture } = view;
      const from = { creator, modifier, owner, picture };
      const tellsHash = mayReadContent(view);
      written.set(view.node, { base: links.base, from, tellsHash, end, entry, sharedBytes: start.length });
      return entry;
    },
  };
}

export function createNodeWriter(repository: string): NodeWriter {
  const writers: Readonly<Record<NodeForm, NodeWriter>> = {
    map: createFormWriter(repository, nodeAsMap),
    list: createFormWriter(repository, nodeAsLists),
  };
  return {
    read: (view, surroundings) => writers[surroundings.look.form].read(view, surroundings),
    changed: (view, surroundings) => writers[surroundings.look.form].changed(view, surroundings),
  };
}

/** The pieces of several nodes, as the inside of a JSON array. */
export const listed = (nodes: readonly WrittenNode[]): (Buffer | string)[] =>
  nodes.flatMap((entry, index) => {
    const node = entry.subarray(entryStart.length, 1 - entryEnd.length);
    return index === 0 ? [node] : [',', node];
  });
