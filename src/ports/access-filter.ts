/**
 * How much is seen of what hangs on an anchor. `absent`: nothing, whoever owns it; `nothing`: nothing but what is the
 * viewer's own; `metadata`: all but the text, and of their own all. Never 0: tables of these begin as zeros.
 */
export const aclRootVisibility = { absent: 1, nothing: 2, metadata: 3, all: 4 } as const;

/** One of the numbers in `anchorSight`; fits a byte. */
export type AclRootVisibility = (typeof aclRootVisibility)[keyof typeof aclRootVisibility];

/** Who searches, as an index knows them. */
export interface AccessFilter {
  /**
   * Stands for the viewer's rights as they are now: as soon as anything changes what they see, viewers made from then on
   * have another object. What an index keeps for one holds as long as it is given the same one; it is to be kept weakly.
   */
  readonly rights: object;
  /** The owner whose documents they see as a whole, wherever these are there; null: nobody's. */
  readonly owns: string | null;
  /**
   * What they see at each of these anchors, in the same order; at once where all of them are known, which most are.
   * An anchor is what documents name as theirs.
   */
  at(anchors: readonly string[]): readonly AclRootVisibility[] | Promise<readonly AclRootVisibility[]>;
}

/** What a viewer sees of one document whose anchor has this sight for them. */
export function visibilityAt(sight: AclRootVisibility, isOwn: boolean): 'all' | 'metadata' | 'nothing' {
  if (sight === aclRootVisibility.absent) return 'nothing';
  if (isOwn || sight === aclRootVisibility.all) return 'all';
  return sight === aclRootVisibility.metadata ? 'metadata' : 'nothing';
}
