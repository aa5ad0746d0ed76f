import { describe } from 'vitest';
import { openPostgresStore } from '../../src/adapters/postgres/store.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { describeStore } from '../conformance/store.suite.ts';
import { postgresForFile } from './postgres-for-file.ts';

const postgres = postgresForFile();

async function* nothing(): AsyncGenerator<[string, Buffer]> {}

describe('with PostgreSQL', () => {
  describeStore('PostgreSQL', async () => {
    const url = await postgres().newSchema();
    const { messages, ...log } = createRecordingLog();
    const open = () => openPostgresStore({ address: { url }, acknowledged: 0, whenEmpty: nothing, log });
    let current = await open();
    return {
      store: current,
      messages,
      reopen: async () => {
        await current.close();
        current = await open();
        return current;
      },
      cleanup: () => current.close(),
    };
  });
});
