import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Parts, Wire } from '../wire.ts';

const path = '/edu-repo/v1/harvests';

interface Harvest extends Target {
  readonly id: string;
  /** The folder that it imports to, which no other harvest has. */
  readonly target: string;
}

/** It never runs by itself, and nothing is at its source. */
const draft = (target: string): Parts => ({
  json: { source: 'https://harvest.invalid/', target, schedule: '0 0 3 1 1 ?' },
});

interface Listed {
  readonly harvests: readonly { readonly id: string; readonly target: string; readonly state: string }[];
}

async function harvest({ wire, situation }: Circumstances): Promise<Harvest> {
  const target = `/${newWord()}`;
  const id = situation === 'present' ? await add(wire, target) : newWord();
  const picture = async (): Promise<string> => {
    const { harvests } = (await wire.ask(admin, `GET ${path}`)) as Listed;
    return String(harvests.some((each) => each.target === target));
  };
  return { id, target, traces: [target], picture };
}

async function add(wire: Wire, target: string): Promise<string> {
  const { id } = (await wire.ask(admin, `POST ${path}`, draft(target))) as { readonly id: string };
  return id;
}

const present = (circumstances: Circumstances): Promise<Harvest> => harvest({ ...circumstances, situation: 'present' });

const named = ({ id }: Harvest): Parts => ({ params: { harvest: id } });

export const harvestAttempts: Attempts = {
  [`GET ${path}`]: attempt<Harvest>({ target: present, parts: () => ({}), shows: ({ target }) => target }),
  [`POST ${path}`]: attempt<Harvest>({
    target: async (circumstances) => ({ ...(await harvest(circumstances)), traces: [] }),
    parts: ({ target }) => draft(target),
    changed: (after, _, before) => before === 'false' && after === 'true',
  }),
  [`GET ${path}/{harvest}`]: attempt<Harvest>({ target: harvest, parts: named, shows: ({ target }) => target }),
  [`DELETE ${path}/{harvest}`]: attempt<Harvest>({
    target: harvest,
    parts: named,
    changed: (after, _, before) => before === 'true' && after === 'false',
  }),
  [`POST ${path}/{harvest}/run`]: attempt<Harvest>({ target: harvest, parts: named, shows: ({ target }) => target }),
};
