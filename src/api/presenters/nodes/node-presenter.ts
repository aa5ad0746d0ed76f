import { hasFile } from '../../../domain/nodes/content-rules.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { NodeRepresentation } from '../../response/node-representation.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';

/** What a presenter needs besides the node. */
export interface NodeLinks {
  /** The ID of this repository. */
  readonly repository: string;
  readonly links: UrlBuilder;
  readonly representation: NodeRepresentation;
}

/** The fields of a view that depend on the caller. */
export interface CallersView extends Pick<NodeView, 'rights' | 'isPublic' | 'uncachedFields'> {
  readonly node: Pick<NodeRecord, 'id'> & {
    readonly ratings: NodeRecord['ratings'] | undefined;
    /** Whether the node has content to download. */
    readonly hasFile: boolean;
  };
}

export const callersViewOf = ({ node, rights, isPublic, uncachedFields }: NodeView): CallersView => ({
  node: { id: node.id, ratings: node.ratings, hasFile: hasFile(node) },
  rights,
  isPublic,
  uncachedFields,
});

/** Presents nodes in one form, in two parts, so that the part that all callers share can be cached. */
export interface NodePresenter {
  /** The fields that depend only on the node, and on whether the caller may read its content. */
  forAll(view: NodeView, links: NodeLinks): object;
  /**
   * The other fields as JSON, without the enclosing braces. If the node has no file, no ratings and no `uncachedFields`, they
   * depend only on `rights` and `isPublic`.
   */
  forCaller(view: CallersView, links: UrlBuilder): string;
}
