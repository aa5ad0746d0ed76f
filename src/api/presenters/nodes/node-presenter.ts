import { hasFile } from '../../../domain/nodes/content-rules.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { NodeRepresentation } from '../../response/node-representation.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';

/** What a description of a node needs besides the node. */
export interface NodeLinks {
  /** The id of this repository. */
  readonly repository: string;
  readonly links: UrlBuilder;
  readonly representation: NodeRepresentation;
}

/** How a caller sees a node. */
export interface CallersView extends Pick<NodeView, 'rights' | 'isPublic' | 'uncachedFields'> {
  readonly node: Pick<NodeRecord, 'id'> & {
    readonly ratings: NodeRecord['ratings'] | undefined;
    /** Whether there is content that somebody could take away. */
    readonly hasFile: boolean;
  };
}

export const callersViewOf = ({ node, rights, isPublic, uncachedFields }: NodeView): CallersView => ({
  node: { id: node.id, ratings: node.ratings, hasFile: hasFile(node) },
  rights,
  isPublic,
  uncachedFields,
});

/** Describes nodes in one form, in two parts, so that what is the same for everybody need not be written for each. */
export interface NodePresenter {
  /** What does not depend on who asks, but for whether they may read the content. */
  forAll(view: NodeView, surroundings: NodeLinks): object;
  /**
   * The other fields in JSON, without the braces around them. For nodes without a file, ratings and `uncachedFields` they are the same
   * wherever rights and `isPublic` are.
   */
  forCaller(view: CallersView, links: UrlBuilder): string;
}
