import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import { nodeAsLists } from './node-as-lists.ts';
import { nodeAsMap } from './node-as-map.ts';
import type { NodeLinks, NodePresenter } from './node-presenter.ts';

/** The response with a single node, `{"node":…}`, as JSON. */
export type WrittenNode = Buffer;

type WriteOptions = Omit<NodeLinks, 'repository'>;

/** Writes nodes as JSON in the requested form. */
export interface NodeWriter {
  /** A node as an entry of a list. */
  entry(view: NodeView, options: WriteOptions): string;
  /** The response with this node alone. */
  single(view: NodeView, options: WriteOptions): WrittenNode;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const entry = (view: NodeView, { links, representation, locale }: WriteOptions): string =>
    JSON.stringify(presenters[representation.form](view, { repository, links, representation, locale }));
  return { entry, single: (view, options) => Buffer.from(`{"node":${entry(view, options)}}`) };
}
