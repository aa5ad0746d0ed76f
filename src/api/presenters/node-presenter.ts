import type { NodeView } from '../../services/node-views.ts';
import type { Links } from '../links.ts';
import type { NodeLook } from '../node-look.ts';

/** What a description of a node needs besides the node. */
export interface NodeSurroundings {
  /** The id of this repository. */
  readonly repository: string;
  readonly links: Links;
  readonly look: NodeLook;
}

/** Describes nodes in one form, in two parts, so that what is the same for everybody need not be written for each. */
export interface NodePresenter {
  /** What does not depend on who asks, but for whether they may read the content. */
  forAll(view: NodeView, surroundings: NodeSurroundings): object;
  /** The other fields in JSON, without the braces around them. */
  forCaller(view: NodeView, links: Links): string;
}
