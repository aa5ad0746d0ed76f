import { LRUCache } from 'lru-cache';
import { createRecentKeys } from '../../../base/caching/recent-keys.ts';
import type { NodeId } from '../../../base/ids.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { NodeLinks } from './node-presenter.ts';

type WriteOptions = Omit<NodeLinks, 'repository'>;

/** A node as JSON in UTF-8. The bytes must not be changed. */
export interface NodeJson {
  /** The response with this node alone. */
  readonly single: Buffer;
  /** The part of it that is the node, for lists. */
  readonly entry: Buffer;
}

/** The JSON of a node, and everything that it was written from. */
interface WrittenNode {
  readonly view: NodeView;
  readonly base: string;
  readonly form: string;
  readonly locale: string | undefined;
  readonly json: NodeJson;
}

/** The memory for written nodes, in bytes. Four thousand nodes of the usual size. */
const maxBytes = 16_000_000;

/** What an entry takes besides its JSON, in bytes. */
const entryBytes = 400;

/** The records of the store never change: a changed node, person or thumbnail is another object. */
const sameView = (a: NodeView, b: NodeView): boolean =>
  a.node === b.node &&
  a.rights === b.rights &&
  a.isPublic === b.isPublic &&
  a.creator === b.creator &&
  a.modifier === b.modifier &&
  a.owner === b.owner &&
  a.thumbnail === b.thumbnail &&
  a.captions === b.captions;

const sameOptions = (written: WrittenNode, { links, representation, locale }: WriteOptions): boolean =>
  written.base === links.base && written.form === representation.form && written.locale === locale;

/**
 * Remembers the JSON of nodes that were written recently. An entry is used only if the node is written from the very same objects
 * again, so nothing has to be invalidated. The store returns the same record again only if it was read more than once recently,
 * so a node that was not written recently is not remembered either. The views of nodes with additional fields, and selected
 * properties, are always written anew.
 */
export class WrittenNodes {
  readonly #write: (view: NodeView, options: WriteOptions) => NodeJson;
  readonly #written = new LRUCache<NodeId, WrittenNode>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.single.length + entryBytes,
  });
  readonly #recent = createRecentKeys();

  constructor(write: (view: NodeView, options: WriteOptions) => NodeJson) {
    this.#write = write;
  }

  json(view: NodeView, options: WriteOptions): NodeJson {
    if (view.more !== undefined || options.representation.properties !== undefined) return this.#write(view, options);
    const known = this.#written.get(view.node.id);
    if (known !== undefined && sameView(known.view, view) && sameOptions(known, options)) return known.json;
    const json = this.#write(view, options);
    if (!this.#recent.hasOrAdd(view.node.id)) return json;
    const { links, representation, locale } = options;
    this.#written.set(view.node.id, { view, base: links.base, form: representation.form, locale, json });
    return json;
  }
}
