import { gistOf, type NodeGist, type NodeView } from '../../services/node-views.ts';
import type { Links } from '../links.ts';
import type { NodeLook } from '../node-look.ts';

/** What a description of a node needs besides the node. */
export interface NodeSurroundings {
  /** The id of this repository. */
  readonly repository: string;
  readonly links: Links;
  readonly look: NodeLook;
}

/** How a caller sees a node whose description is at hand. */
export interface CallersView extends Omit<NodeView, 'node'> {
  readonly node: NodeGist;
}

export const callersViewOf = (view: NodeView): CallersView => ({ ...view, node: gistOf(view.node) });

/** Describes nodes in one form, in two parts, so that what is the same for everybody need not be written for each. */
export interface NodePresenter {
  /** What does not depend on who asks, but for whether they may read the content. */
  forAll(view: NodeView, surroundings: NodeSurroundings): object;
  /** The other fields in JSON, without the braces around them. */
  forCaller(view: CallersView, links: Links): string;
}
