import type { NodeForm } from '../../contract/objects/node-form.ts';
import type { NodeView } from '../../services/node-views.ts';
import { nodeAsMap } from './node.ts';
import { nodeAsLists } from './node-as-lists.ts';
import { type CallersView, callersViewOf, type NodePresenter, type NodeSurroundings } from './node-presenter.ts';

/** The answer with a single node, `{"node":…}`, in JSON. */
export type WrittenNode = Buffer;

const entryStart = '{"node":';
const entryEnd = '}}';

type Surroundings = Omit<NodeSurroundings, 'repository'>;

/** Writes nodes (2.3) in the form that is asked for. */
export interface NodeWriter {
  /** `sharedBytes`: how much of the beginning does not depend on who asks, but for whether they may read the content. */
  write(view: NodeView, surroundings: Surroundings): { readonly entry: WrittenNode; readonly sharedBytes: number };
  /** The same with another end: for another caller, from the beginning that is shared. */
  again(shared: Buffer, view: CallersView, surroundings: Surroundings): WrittenNode;
  /** A node that nobody else will be given like this, such as one that was changed just now. */
  changed(view: NodeView, surroundings: Surroundings): WrittenNode;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const again: NodeWriter['again'] = (shared, view, { links, look }) =>
    Buffer.concat([shared, Buffer.from(presenters[look.form].forCaller(view, links) + entryEnd)]);

  const write: NodeWriter['write'] = (view, { links, look }) => {
    const forAll = presenters[look.form].forAll(view, { repository, links, look });
    const shared = Buffer.from(`${entryStart}${JSON.stringify(forAll).slice(0, -1)},`);
    return { entry: again(shared, callersViewOf(view), { links, look }), sharedBytes: shared.length };
  };

  return { write, again, changed: (view, surroundings) => write(view, surroundings).entry };
}

/** The pieces of several nodes, as the inside of a JSON array. */
export const listed = (nodes: readonly WrittenNode[]): (Buffer | string)[] =>
  nodes.flatMap((entry, index) => {
    const node = entry.subarray(entryStart.length, 1 - entryEnd.length);
    return index === 0 ? [node] : [',', node];
  });
