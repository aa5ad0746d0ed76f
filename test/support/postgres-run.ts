import { tmpdir } from 'node:os';
import { cleanRun } from './clean-run.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { postgresVariable } from './records-in-postgres.ts';

/** A run whose schools keep their records in a PostgreSQL server that is there for the run; without the programs, in LevelDB. */
export async function setup(): Promise<() => Promise<void>> {
  const endRun = await cleanRun(tmpdir());
  const programs = postgresPrograms();
  if (programs === undefined) return endRun;
  const server = await startPostgres(programs);
  process.env[postgresVariable] = server.url;
  return async () => {
    await server.remove();
    await endRun();
  };
}
