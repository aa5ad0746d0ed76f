import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { createMemorySearchIndex } from '../support/memory/search-index.ts';
import { createRecordingLog } from './recording-log.ts';
import { describeSearchIndex } from './search-index.suite.ts';
import { temporaryFolder } from './temporary-folder.ts';

describeSearchIndex('memory', () =>
  Promise.resolve({ index: createMemorySearchIndex(), cleanup: () => Promise.resolve() }),
);

describeSearchIndex('the engine', async () => {
  const folder = await temporaryFolder();
  const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
  return { index, cleanup: folder.remove };
});
