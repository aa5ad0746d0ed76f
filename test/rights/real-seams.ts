import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openContentStore } from '../../src/adapters/filesystem/content-store.ts';
import { openLevelStore } from '../../src/adapters/level/store.ts';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { memorySeams } from '../support/bare-repository.ts';
import { temporaryFolder } from '../support/repository.ts';

/** Seams over LevelDB, files and the search index in new folders; the same ones close them and remove the folders. */
export interface RealSeams {
  open(): Promise<Seams>;
  close(seams: Seams): Promise<void>;
}

export function createRealSeams(): RealSeams {
  const folders = new Map<Seams, string>();
  return {
    async open() {
      const folder = await temporaryFolder();
      const { log } = memorySeams();
      const index = await openSearchIndex({ folder: join(folder, 'index'), log });
      const seams = memorySeams({
        store: await openLevelStore({
          directory: join(folder, 'store'),
          commitFile: join(folder, 'commit'),
          create: true,
          log,
        }),
        content: await openContentStore(join(folder, 'content')),
        openIndex: () => Promise.resolve(index),
      });
      folders.set(seams, folder);
      return seams;
    },
    async close(seams) {
      await seams.store.close();
      await rm(folders.get(seams) ?? '', { recursive: true, force: true });
      folders.delete(seams);
    },
  };
}
