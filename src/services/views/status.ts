import type { LastBackup } from '../../ports/backup-folder.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store, StoreDamage } from '../../ports/store.ts';
import type { NodeFollower } from '../background/node-follower.ts';
import type { UserNames } from '../records/user-names.ts';
import type { IndexingService } from '../search/indexing.ts';

/** The state of the repository, as administrators see it. */
export interface StoreStatus {
  readonly commit: number;
  readonly problem: string | undefined;
  readonly damage: readonly StoreDamage[];
  readonly nodes: number;
  readonly people: number;
  /** The user names of different people that are equal for sign-in (`UserNames`). */
  readonly equalUserNames: readonly (readonly string[])[];
  readonly index: {
    readonly state: 'ready' | 'building';
    readonly position: number;
    readonly documents: number;
    /** Commits that are not indexed yet. */
    readonly waiting: number;
  };
  readonly metadataSets: { readonly sets: readonly string[]; readonly problems: readonly MetadataProblem[] };
  readonly previews: { readonly waiting: number };
  readonly texts: { readonly waiting: number; readonly scans: number; readonly failed: number };
  readonly backup: LastBackup | undefined;
}

export interface StatusService {
  get(): Promise<StoreStatus>;
}

interface Counts {
  readonly nodes: number;
  readonly people: number;
  /** The number of contents that are scans, without text. */
  readonly scans: number;
  /** The number of other contents whose text could not be extracted. */
  readonly failed: number;
}

/** The status has to show the damage, also where LevelDB cannot read beyond it. */
const uncounted: Counts = { nodes: 0, people: 0, scans: 0, failed: 0 };

async function count(keys: AsyncIterable<string>): Promise<number> {
  let number = 0;
  for await (const _ of keys) number += 1;
  return number;
}

async function countMissingTexts({ texts }: Pick<Store, 'texts'>): Promise<Pick<Counts, 'scans' | 'failed'>> {
  let [scans, failed] = [0, 0];
  for await (const [, { text, why }] of texts.entries()) {
    if (why === 'scan') scans += 1;
    else if (text === null && why !== 'none inside') failed += 1;
  }
  return { scans, failed };
}

/** Counts records at most once per commit, because clients poll the status while they wait for something. */
function createCounts(store: Store): () => Promise<Counts> {
  let last: { readonly commit: number; readonly counts: Promise<Counts> } | undefined;
  const countAll = async (): Promise<Counts> => ({
    nodes: await count(store.nodes.keys()),
    people: await count(store.people.keys()),
    ...(await countMissingTexts(store)),
  });
  return () => {
    if (last?.commit === store.lastCommit) return last.counts;
    const counts = countAll().catch((error: unknown) => {
      if (store.damage.length === 0) throw error;
      return uncounted;
    });
    const counting = { commit: store.lastCommit, counts };
    last = counting;
    // The next call tries again.
    counting.counts.catch(() => {
      if (last === counting) last = undefined;
    });
    return counting.counts;
  };
}

export function createStatusService(
  seams: Pick<Seams, 'store' | 'openIndex' | 'metadataSets' | 'backups'>,
  followers: {
    readonly indexing: IndexingService;
    readonly thumbnails: Pick<NodeFollower, 'waiting'>;
    readonly texts: Pick<NodeFollower, 'waiting'>;
    readonly userNames: Pick<UserNames, 'clashes'>;
  },
): StatusService {
  const { store, metadataSets } = seams;
  const { indexing, thumbnails, texts, userNames } = followers;
  const counts = createCounts(store);

  return {
    async get() {
      const index = await seams.openIndex();
      const { sets } = await metadataSets.current();
      const { nodes, people, scans, failed } = await counts();
      return {
        commit: store.lastCommit,
        problem: store.problem,
        damage: store.damage,
        nodes,
        people,
        equalUserNames: userNames.clashes(),
        index: {
          state: indexing.state,
          position: index.position,
          documents: index.size,
          waiting: Math.max(0, store.lastCommit - index.position),
        },
        metadataSets: { sets: sets.map(({ id }) => id), problems: metadataSets.problems() },
        previews: { waiting: await thumbnails.waiting() },
        texts: { waiting: await texts.waiting(), scans, failed },
        backup: await seams.backups.last(),
      };
    },
  };
}
