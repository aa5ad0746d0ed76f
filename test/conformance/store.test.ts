import { join } from 'node:path';
import { openLevelStore } from '../../src/adapters/level/store.ts';
import { createMemoryStore } from '../support/memory/store.ts';
import { createRecordingLog } from './recording-log.ts';
import { describeStore } from './store.suite.ts';
import { temporaryFolder } from './temporary-folder.ts';

describeStore('memory', async () => {
  const log = createRecordingLog();
  const store = createMemoryStore(log);
  return { store, messages: log.messages, cleanup: () => store.close() };
});

describeStore('LevelDB', async () => {
  const folder = await temporaryFolder();
  const log = createRecordingLog();
  const openAgain = (create: boolean) =>
    openLevelStore({ directory: join(folder.path, 'store'), create, commitFile: join(folder.path, 'commit'), log });
  const store = await openAgain(true);
  let current = store;
  return {
    store,
    messages: log.messages,
    reopen: async () => {
      await current.close();
      current = await openAgain(false);
      return current;
    },
    cleanup: async () => {
      await current.close();
      await folder.remove();
    },
  };
});
