import { afterAll, beforeAll, beforeEach } from 'vitest';
import { missingPostgres, type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { skipWithout } from '../support/skip-policy.ts';

/** A server for the tests of a file. Call this first in it: without PostgreSQL the tests are left out. */
export function postgresForFile(): () => PostgresServer {
  const programs = postgresPrograms();
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (programs !== undefined) server = await startPostgres(programs);
  });
  beforeEach((context) => {
    if (programs === undefined) skipWithout(context, missingPostgres);
  });
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('The server is there only while a test runs.');
    return server;
  };
}
