import type { z } from 'zod';
import type { Harvest } from '../../contract/objects/harvests.ts';
import type { ListedHarvest } from '../../services/harvests/harvests.ts';
import type { HandlerParts, Handlers } from '../handler.ts';

type HarvestHandlers = Pick<Handlers, 'listHarvests' | 'addHarvest' | 'getHarvest' | 'removeHarvest' | 'runHarvest'>;

function presentHarvest({ options, lastRun, nextRun, ...harvest }: ListedHarvest): z.output<typeof Harvest> {
  const { id, source, target, schedule, addedBy, addedAt, state, mail } = harvest;
  const { kind = null, ifExists = null, set = null, prefix = null } = options;
  return {
    ...{ id, source, target, schedule, kind, ifExists, set, prefix, addedBy, addedAt, state },
    nextRun: nextRun.toISOString(),
    lastRun: lastRun && { ...lastRun, counts: { ...lastRun.counts }, problems: [...lastRun.problems] },
    mail,
  };
}

export const harvestHandlers = ({ services: { harvests } }: HandlerParts): HarvestHandlers => ({
  async listHarvests() {
    return { harvests: (await harvests.list()).map(presentHarvest) };
  },
  async addHarvest({ body: { source, target, schedule, ...options } }, { caller }) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value != null));
    return presentHarvest(await harvests.add(caller, { source, target, schedule, options: given }));
  },
  async getHarvest({ params }) {
    return presentHarvest(await harvests.get(params.harvest));
  },
  async removeHarvest({ params }, { caller }) {
    await harvests.remove(caller, params.harvest);
    return undefined;
  },
  async runHarvest({ params }, { caller }) {
    return presentHarvest(await harvests.run(caller, params.harvest));
  },
});
