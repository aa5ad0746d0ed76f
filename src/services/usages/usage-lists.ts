import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { type LazyList, lazyListOf } from '../../base/paging.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { anonymousCaller } from '../../domain/access/caller.ts';
import { isWithin, type Period } from '../../domain/usages/usage.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collections } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { appPrefix, coursePrefix, usageKeysBelow, usagesPrefix } from '../records/usage-records.ts';
import type { UsageAsker, UsageView, UsageVisibility } from './usage-visibility.ts';

/** Lists of usages, without the first `skip`. Usages that the asker may not see are left out, see `UsageVisibility`. */
export interface UsageListService {
  /** The usages of an app, or in one of its courses. */
  ofApp(asker: UsageAsker, app: string, course: string | undefined, skip: number): Promise<LazyList<UsageView>>;
  /** The usages of a node. Rejects as `RightsService.node` does, unless an app asks for its own usages. */
  ofNode(asker: UsageAsker, node: NodeId, period: Period, skip: number): Promise<LazyList<UsageView>>;
  /** All usages of an app that asks, or of all apps for administrators. Others are refused with `Forbidden`. */
  all(asker: UsageAsker, period: Period, skip: number): Promise<LazyList<UsageView>>;
}

interface ListParts extends Pick<Seams, 'store'> {
  readonly rights: RightsService;
  readonly visibility: UsageVisibility;
}

/** The keys of the usages within the period. */
async function keysWithin(
  { usages }: Pick<Collections, 'usages'>,
  prefix: string,
  period: Period,
): Promise<readonly string[]> {
  const keys: string[] = [];
  const pause = createYielder();
  for await (const [key, usage] of usages.entries({ prefix })) {
    if (isWithin(usage, period)) keys.push(key);
    await pause();
  }
  return keys;
}

/** An app may ask for its usages of a node that its person may not read, but not of one that is gone. */
async function requireReadable({ store, rights }: ListParts, asker: UsageAsker, id: NodeId): Promise<void> {
  const node = await store.nodes.get(id);
  const isThere = node !== undefined && (await rights.isThere(anonymousCaller, node));
  if (asker.app === undefined || !isThere) await rights.node(asker.caller, id, 'ReadProperties');
}

export function createUsageListService(parts: ListParts): UsageListService {
  const { store, visibility } = parts;

  const reading = (
    asker: UsageAsker,
    keys: readonly string[],
    skip: number,
    period: Period = { from: undefined, to: undefined },
  ): LazyList<UsageView> =>
    lazyListOf(keys, skip, async (key) => {
      const usage = await store.usages.get(key);
      return usage !== undefined && isWithin(usage, period) ? visibility.see(asker, usage) : undefined;
    });

  const keysOfApp = async (app: string, course: string | undefined): Promise<readonly string[]> => {
    const keys: string[] = [];
    const prefix = course === undefined ? appPrefix(app) : coursePrefix(app, course);
    for await (const key of usageKeysBelow(store, prefix)) keys.push(key);
    return keys;
  };

  return {
    ofApp: async (asker, app, course, skip) => reading(asker, await keysOfApp(app, course), skip),
    async ofNode(asker, node, period, skip) {
      await requireReadable(parts, asker, node);
      return reading(asker, await keysWithin(store, usagesPrefix(node), period), skip, period);
    },
    async all(asker, period, skip) {
      if (asker.caller.isAdmin) return reading(asker, await keysWithin(store, '', period), skip, period);
      if (asker.app !== undefined) return reading(asker, await keysOfApp(asker.app, undefined), skip, period);
      throw new RepositoryError(
        'Forbidden',
        'Only apps and administrators may list all usages. List those of a node instead.',
      );
    },
  };
}
