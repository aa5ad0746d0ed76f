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
  /** How the answer begins. It does not depend on who asks, but for whether they may read the content. */
  beginning(view: NodeView, surroundings: Surroundings): Buffer;
  /** How it goes on for one caller, to its end. */
  end(view: CallersView, surroundings: Surroundings): string;
  /** A node that nobody else will be given like this, such as one that was changed just now. */
  changed(view: NodeView, surroundings: Surroundings): WrittenNode;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const beginning = (view: NodeView, { links, look }: Surroundings): string =>
    `${entryStart}${JSON.stringify(presenters[look.form].forAll(view, { repository, links, look })).slice(0, -1)},`;

  const end: NodeWriter['end'] = (view, { links, look }) => presenters[look.form].forCaller(view, links) + entryEnd;

  return {
    beginning: (view, surroundings) => Buffer.from(beginning(view, surroundings)),
    end,
    changed: (view, surroundings) =>
      Buffer.from(beginning(view, surroundings) + end(callersViewOf(view), surroundings)),
  };
}

/** The pieces of several nodes, as the inside of a JSON array. */
export function listed(nodes: readonly WrittenNode[]): (Buffer | string)[] {
  const pieces: (Buffer | string)[] = [];
  for (const entry of nodes) {
    if (pieces.length > 0) pieces.push(',');
    pieces.push(entry.subarray(entryStart.length, 1 - entryEnd.length));
  }
  return pieces;
}
