import type { MetadataProblem } from '../ports/metadata-sets.ts';
import type { Seams } from '../ports/seams.ts';
import type { IndexingService } from './indexing.ts';
import type { NodeFollower } from './node-follower.ts';

export interface StoreStatus {
  readonly commit: number;
  readonly problem: string | undefined;
  readonly nodes: number;
  readonly people: number;
  readonly index: { readonly state: 'ready' | 'building'; readonly position: number; readonly documents: number };
  readonly metadataSets: { readonly sets: readonly string[]; readonly problems: readonly MetadataProblem[] };
  readonly previews: { readonly waiting: number };
  readonly texts: { readonly waiting: number; readonly scans: number; readonly failed: number };
}

export interface StatusService {
  get(): Promise<StoreStatus>;
}

async function count(keys: AsyncIterable<string>): Promise<number> {
  let number = 0;
  for await (const _ of keys) number += 1;
  return number;
}

export function createStatusService(
  seams: Pick<Seams, 'store' | 'openIndex' | 'metadataSets'>,
  behind: {
    readonly indexing: IndexingService;
    readonly pictures: Pick<NodeFollower, 'waiting'>;
    readonly texts: Pick<NodeFollower, 'waiting'>;
  },
): StatusService {
  const { store, metadataSets } = seams;
  const { indexing, pictures, texts } = behind;

  /** Of the contents whose text somebody tried to read. */
  const withoutText = async (): Promise<{ scans: number; failed: number }> => {
    let [scans, failed] = [0, 0];
    for await (const [, { text, why }] of store.texts.entries()) {
      if (why === 'scan') scans += 1;
      else if (text === null && why !== 'none inside') failed += 1;
    }
    return { scans, failed };
  };

  return {
    async get() {
      const index = await seams.openIndex();
      const { sets } = await metadataSets.current();
      return {
        commit: store.lastCommit,
        problem: store.problem,
        nodes: await count(store.nodes.keys()),
        people: await count(store.people.keys()),
        index: { state: indexing.state, position: index.position, documents: index.size },
        metadataSets: { sets: sets.map(({ id }) => id), problems: metadataSets.problems() },
        previews: { waiting: await pictures.waiting() },
        texts: { waiting: await texts.waiting(), ...(await withoutText()) },
      };
    },
  };
}
