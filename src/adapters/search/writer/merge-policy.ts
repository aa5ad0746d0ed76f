/** The data that decides whether a segment is merged: its documents, and how many of them are not deleted. */
export interface Mergeable {
  readonly segment: { readonly size: number };
  readonly liveCount: number;
}

/** This many segments of about the same size are merged into one. Each document is written log4(documents / smallest) times. */
const fanIn = 4;

/** In documents: smaller segments count as one size. */
const smallest = 100;

const tierOf = ({ liveCount }: Mergeable): number =>
  liveCount < smallest ? 0 : 1 + Math.floor(Math.log(liveCount / smallest) / Math.log(fanIn));

/** Whether more than half of the documents are deleted, so that rewriting the segment alone is worthwhile. */
const isHollow = ({ segment, liveCount }: Mergeable): boolean => liveCount < segment.size / 2;

/**
 * The segments to merge next, in their order: those of the smallest size that has at least `fanIn` segments, or else
 * one segment of which more than half is deleted. Undefined if no merge is due. Between two merges there are at most
 * three segments of each size.
 */
export function mergeTier<M extends Mergeable>(members: readonly M[]): readonly M[] | undefined {
  const tiers = new Map<number, M[]>();
  for (const member of members) {
    const tier = tierOf(member);
    tiers.set(tier, [...(tiers.get(tier) ?? []), member]);
  }
  const full = [...tiers].toSorted(([one], [other]) => one - other).find(([, of]) => of.length >= fanIn);
  if (full !== undefined) return full[1];
  const hollow = members.find(isHollow);
  return hollow === undefined ? undefined : [hollow];
}
