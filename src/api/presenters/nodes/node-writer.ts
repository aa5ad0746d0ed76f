import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import { nodeAsMap } from './node.ts';
import { nodeAsLists } from './node-as-lists.ts';
import { type CallersView, callersViewOf, type NodeLinks, type NodePresenter } from './node-presenter.ts';

/** The answer with a single node, `{"node":…}`, in JSON. */
export type WrittenNode = Buffer;

/** Several nodes, as the inside of a JSON array. */
export interface WrittenNodes {
  readonly count: number;
  readonly chunks: readonly (Buffer | string)[];
}

export const noNodes: WrittenNodes = { count: 0, chunks: [] };

/** What lies around a node to make it an answer. */
export const single = { before: Buffer.from('{"node":'), after: Buffer.from('}') } as const;

type Surroundings = Omit<NodeLinks, 'repository'>;

/** Writes nodes (2.3) in the form that is asked for. */
export interface NodeWriter {
  /** How a node begins. It does not depend on who asks, but for whether they may read the content. */
  beginning(view: NodeView, surroundings: Surroundings): Buffer;
  /** How it goes on for one caller, to its end. */
  end(view: CallersView, surroundings: Surroundings): string;
  /** A whole node, as an entry of a list. */
  entry(view: NodeView, surroundings: Surroundings): string;
  /** A node that nobody else will be given like this, such as one that was changed just now. */
  changed(view: NodeView, surroundings: Surroundings): WrittenNode;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const beginning = (view: NodeView, { links, representation }: Surroundings): string =>
    `${JSON.stringify(presenters[representation.form].forAll(view, { repository, links, representation })).slice(0, -1)},`;

  const end: NodeWriter['end'] = (view, { links, representation }) =>
    `${presenters[representation.form].forCaller(view, links)}}`;

  const entry: NodeWriter['entry'] = (view, surroundings) =>
    beginning(view, surroundings) + end(callersViewOf(view), surroundings);

  return {
    beginning: (view, surroundings) => Buffer.from(beginning(view, surroundings)),
    end,
    entry,
    changed: (view, surroundings) => singleOf(Buffer.from(entry(view, surroundings))),
  };
}

export const singleOf = (node: Buffer): WrittenNode => Buffer.concat([single.before, node, single.after]);

/** One after the other. */
export function joined(parts: readonly WrittenNodes[]): WrittenNodes {
  const pieces: (Buffer | string)[] = [];
  let all = 0;
  for (const part of parts) {
    if (part.count === 0) continue;
    if (all > 0) pieces.push(',');
    pieces.push(...part.chunks);
    all += part.count;
  }
  return { count: all, chunks: pieces };
}
