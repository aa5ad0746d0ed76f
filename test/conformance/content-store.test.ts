import { join } from 'node:path';
import { openContentStore } from '../../src/adapters/filesystem/content-store.ts';
import { createMemoryContentStore } from '../support/memory/content-store.ts';
import { describeContentStore } from './content-store.suite.ts';
import { temporaryFolder } from './temporary-folder.ts';

describeContentStore('memory', async () => ({ content: createMemoryContentStore(), cleanup: async () => {} }));

describeContentStore('file system', async () => {
  const folder = await temporaryFolder();
  return { content: await openContentStore(join(folder.path, 'content')), cleanup: folder.remove };
});
