/** What decides on merging a segment: how many documents it has, and how many of them are left. */
export interface Mergeable {
  readonly segment: { readonly size: number };
  readonly liveCount: number;
}

/** So many segments of about the same size become one: each document is written log4(documents / smallest) times. */
const fanIn = 4;

/** All that are smaller count as of one size. */
const smallest = 100;

const tierOf = ({ liveCount }: Mergeable): number =>
  liveCount < smallest ? 0 : 1 + Math.floor(Math.log(liveCount / smallest) / Math.log(fanIn));

/** Half of what it has is gone: it is worth writing anew alone. */
const isHollow = ({ segment, liveCount }: Mergeable): boolean => liveCount < segment.size / 2;

/**
 * The segments that should be merged next, in their order: those of the smallest size of which there are too many, or one of
 * which half is deleted; undefined where all is well. Between two merges there are at most three of each size.
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
