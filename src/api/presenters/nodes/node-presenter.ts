import type { NodeView } from '../../../services/views/node-views.ts';
import type { NodeRepresentation } from '../../response/node-representation.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';

/** What a presenter needs besides the node. */
export interface NodeLinks {
  /** The ID of this repository. */
  readonly repository: string;
  readonly links: UrlBuilder;
  readonly representation: NodeRepresentation;
  /** The header `locale`: the language of the captions of values. */
  readonly locale: string | undefined;
}

/** Presents a node in one form, as the caller of the view may see it. */
export type NodePresenter = (view: NodeView, links: NodeLinks) => object;
