import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import { nodeAsLists } from './node-as-lists.ts';
import { nodeAsMap } from './node-as-map.ts';
import { type CallersView, callersViewOf, type NodeLinks, type NodePresenter } from './node-presenter.ts';

/** The response with a single node, `{"node":…}`, as JSON. */
export type WrittenNode = Buffer;

/** Nodes as JSON, separated by commas, without the brackets of the array. */
export interface WrittenNodes {
  readonly count: number;
  readonly chunks: readonly (Buffer | string)[];
}

export const noNodes: WrittenNodes = { count: 0, chunks: [] };

/** The JSON around the node in a response with a single node. */
export const single = { before: Buffer.from('{"node":'), after: Buffer.from('}') } as const;

type WriteOptions = Omit<NodeLinks, 'repository'>;

/** Writes nodes as JSON in the requested form. */
export interface NodeWriter {
  /** The first part of a node. It depends only on the node, and on whether the caller may read its content. */
  beginning(view: NodeView, options: WriteOptions): Buffer;
  /** The rest of a node, for one caller. */
  end(view: CallersView, options: WriteOptions): string;
  /** A whole node as an entry of a list. */
  entry(view: NodeView, options: WriteOptions): string;
  /** The response with a node that is not worth caching, such as one that was just changed. */
  changed(view: NodeView, options: WriteOptions): WrittenNode;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const beginning = (view: NodeView, { links, representation }: WriteOptions): string =>
    `${JSON.stringify(presenters[representation.form].forAll(view, { repository, links, representation })).slice(0, -1)},`;

  const end: NodeWriter['end'] = (view, { links, representation }) =>
    `${presenters[representation.form].forCaller(view, links)}}`;

  const entry: NodeWriter['entry'] = (view, options) => beginning(view, options) + end(callersViewOf(view), options);

  return {
    beginning: (view, options) => Buffer.from(beginning(view, options)),
    end,
    entry,
    changed: (view, options) => singleOf(Buffer.from(entry(view, options))),
  };
}

export const singleOf = (node: Buffer): WrittenNode => Buffer.concat([single.before, node, single.after]);

export function joined(parts: readonly WrittenNodes[]): WrittenNodes {
  const chunks: (Buffer | string)[] = [];
  let count = 0;
  for (const part of parts) {
    if (part.count === 0) continue;
    if (count > 0) chunks.push(',');
    chunks.push(...part.chunks);
    count += part.count;
  }
  return { count, chunks };
}
