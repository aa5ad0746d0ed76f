import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import { nodeAsLists } from './node-as-lists.ts';
import { nodeAsMap } from './node-as-map.ts';
import type { NodeLinks, NodePresenter } from './node-presenter.ts';
import { WrittenNodes } from './written-nodes.ts';

/** The response with a single node, `{"node":…}`, as JSON. */
export type WrittenNode = Buffer;

type WriteOptions = Omit<NodeLinks, 'repository'>;

/** Writes nodes as JSON in the requested form. */
export interface NodeWriter {
  /** A node as an entry of a list, as JSON in UTF-8. The caller must not change the bytes. */
  entry(view: NodeView, options: WriteOptions): Buffer;
  /** The response with this node alone. The caller must not change the bytes. */
  single(view: NodeView, options: WriteOptions): WrittenNode;
  /**
   * The response to a change of this node. It is not remembered: the store reads a new record once more before it caches it, and
   * only what is written from the same object again can be used again.
   */
  changed(view: NodeView, options: WriteOptions): string;
}

const presenters: Readonly<Record<NodeForm, NodePresenter>> = { map: nodeAsMap, list: nodeAsLists };

export function createNodeWriter(repository: string): NodeWriter {
  const write = (view: NodeView, { links, representation, locale }: WriteOptions): string =>
    JSON.stringify(presenters[representation.form](view, { repository, links, representation, locale }));
  const changed = (view: NodeView, options: WriteOptions): string => `${opening}${write(view, options)}${closing}`;
  const written = new WrittenNodes((view, options) => {
    const single = Buffer.from(changed(view, options));
    return { single, entry: single.subarray(opening.length, -closing.length) };
  });
  return {
    entry: (view, options) => written.json(view, options).entry,
    single: (view, options) => written.json(view, options).single,
    changed,
  };
}

const [opening, closing] = ['{"node":', '}'];
