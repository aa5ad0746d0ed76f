import { createMemoryContentStore } from '../../src/adapters/memory/content-store.ts';
import { createMemorySearchIndex } from '../../src/adapters/memory/search-index.ts';
import { createMemoryStore } from '../../src/adapters/memory/store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { systemRandomness } from '../../src/adapters/system/randomness.ts';
import { createScryptPasswords } from '../../src/adapters/system/scrypt-passwords.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { found, readLandmarks } from '../../src/services/founding.ts';
import { createServices, type Services } from '../../src/services/services.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Seams that are gone with the process; those given take the place of the ones in memory. */
export function memorySeams(given: Partial<Seams> = {}): Seams {
  const index = createMemorySearchIndex();
  return {
    store: createMemoryStore(),
    content: createMemoryContentStore(),
    openIndex: () => Promise.resolve(index),
    clock: systemClock,
    randomness: systemRandomness,
    passwords: createScryptPasswords({ cost: 2 ** 4 }),
    log: silent,
    ...given,
  };
}

/** The use cases of a new repository over these seams, without anything that listens or runs behind the answers. */
export async function bareRepository(seams: Seams): Promise<Services> {
  await found(seams, 'admin-password');
  const landmarks = await readLandmarks(seams.store);
  if (landmarks === undefined) throw new Error('The repository was not founded.');
  return createServices(seams, landmarks, {
    guest: { enabled: true, username: 'esguest' },
    sessionIdleTimeout: 60_000,
  });
}
