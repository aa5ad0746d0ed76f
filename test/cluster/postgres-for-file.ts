import { afterAll, beforeAll } from 'vitest';
import { missingPostgres, type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { isCi } from '../support/skip-policy.ts';

/** Where the programs of PostgreSQL are. On CI a machine without them fails; elsewhere the tests of the file are left out. */
export const programs = postgresPrograms();
if (programs === undefined && isCi()) {
  throw new Error(`On CI no test is left out, but these lack something: ${missingPostgres}`);
}

/** A server for the tests of a file. Without PostgreSQL none is started: leave the tests out with `describe.skipIf`. */
export function postgresForFile(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (programs !== undefined) server = await startPostgres(programs);
  }, 60_000);
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('The server is there only while a test runs.');
    return server;
  };
}
