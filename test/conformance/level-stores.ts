import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type LevelStore, type LevelStoreOptions, openLevelStore } from '../../src/adapters/level/store.ts';
import type { Store } from '../../src/ports/store.ts';
import { aGroup } from './opened-store.ts';
import { createRecordingLog } from './recording-log.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** Where the stores of one test lie, and how they are opened. */
export interface LevelStores {
  readonly directory: string;
  readonly commitFile: string;
  /** Opens the one store of the test, making it unless told otherwise. It is closed after the test. */
  open(options?: Partial<Pick<LevelStoreOptions, 'create' | 'write' | 'acceptLossInto'>>): Promise<LevelStore>;
}

/** Gives each test a folder of its own for its store. */
export function levelStoresForEachTest(): LevelStores {
  let folder: TemporaryFolder | undefined;
  let opened: Store[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    opened = [];
  });
  afterEach(async () => {
    await Promise.allSettled(opened.map((store) => store.close()));
    await folder?.remove();
    folder = undefined;
  });
  const within = (name: string) => {
    if (folder === undefined) throw new Error('The folder is there only while a test runs.');
    return join(folder.path, name);
  };
  return {
    get directory() {
      return within('store');
    },
    get commitFile() {
      return within('commit');
    },
    async open(options = {}) {
      const places = { directory: within('store'), commitFile: within('commit') };
      const store = await openLevelStore({ create: true, log: createRecordingLog(), ...places, ...options });
      opened.push(store);
      return store;
    },
  };
}

/** One change that writes all these keys. */
export const putGroups = (store: Store, ...keys: string[]) =>
  store.change(async (change) => {
    for (const key of keys) change.groups.put(key, aGroup(`of ${key}`));
  });
