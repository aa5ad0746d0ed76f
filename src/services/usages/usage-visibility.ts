import { anonymousCaller, type Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { UsageRecord } from '../../domain/usages/usage.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';

/** Who asks for usages. */
export interface UsageAsker {
  readonly caller: Caller;
  /** The app that signed the call; undefined if none did. */
  readonly app: string | undefined;
}

/** A usage as the asker sees it. */
export interface UsageView {
  readonly usage: UsageRecord;
  /** The person for whom the app recorded it; undefined if the person was deleted, or if the asker may not know. */
  readonly person: PersonRecord | undefined;
}

/** What askers see of usages. */
export interface UsageVisibility {
  /**
   * The usage as the asker sees it; undefined if it is hidden. An app sees its own usages, and people those of nodes that
   * they may read. Usages of a node in the trash are hidden from all.
   */
  see(asker: UsageAsker, usage: UsageRecord): Promise<UsageView | undefined>;
}

const ownsUsage = ({ app }: UsageAsker, usage: UsageRecord): boolean => app === usage.app;

/** Whether the asker may know for whom the app recorded the usage. */
const mayKnowPerson = (asker: UsageAsker, usage: UsageRecord): boolean =>
  ownsUsage(asker, usage) ||
  asker.caller.isAdmin ||
  (asker.caller.kind === 'person' && asker.caller.userName === usage.userName);

export function createUsageVisibility({ store }: Pick<Seams, 'store'>, rights: RightsService): UsageVisibility {
  const isVisible = async (asker: UsageAsker, usage: UsageRecord): Promise<boolean> => {
    const node = await store.nodes.get(usage.node);
    if (node === undefined) return false;
    const { caller } = asker;
    if (caller.kind === 'person' && (await rights.mayRead(caller, node))) return true;
    return ownsUsage(asker, usage) && (await rights.isThere(anonymousCaller, node));
  };

  return {
    async see(asker, usage) {
      if (!(await isVisible(asker, usage))) return undefined;
      const person = mayKnowPerson(asker, usage) ? await store.people.get(usage.userName) : undefined;
      // A later person may have the same user name.
      return { usage, person: person?.id === usage.by ? person : undefined };
    },
  };
}
