import { join } from 'node:path';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../files/private-files.ts';
import { stateFolder } from '../files/state-folder.ts';
import type { Context } from '../program/context.ts';

/** What is kept of a harvest: which records the next one does not need. */
export interface HarvestState {
  /** What the source reported after its last complete run; undefined before the first. */
  readonly since: string | undefined;
  /** Keeps what the next run takes as `since`. */
  keep(state: string): Promise<void>;
}

type States = Readonly<Record<string, string>>;

async function readStates(file: string): Promise<States> {
  const text = await readPrivateFile(file);
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as States;
  } catch {
    // The next harvest is complete then.
    return {};
  }
}

/** The state of a harvest, which is known by its address, its options, and where it goes. */
export async function harvestState(identity: readonly string[], context: Context): Promise<HarvestState> {
  const folder = stateFolder(context.environment);
  const file = join(folder, 'harvests.json');
  const key = JSON.stringify([(await context.connect()).where, ...identity]);
  return {
    since: (await readStates(file))[key],
    async keep(state) {
      await makePrivateFolder(folder);
      await writePrivateFile(file, JSON.stringify({ ...(await readStates(file)), [key]: state }));
    },
  };
}
