import { tmpdir } from 'node:os';
import { cleanRun } from './clean-run.ts';
import { bucketVariable } from './contents-in-bucket.ts';
import { postgresPrograms, startPostgres } from './postgres.ts';
import { postgresVariable } from './records-in-postgres.ts';
import { hasSwift, startSwift } from './swift.ts';

/**
 * A run whose schools keep their records in a PostgreSQL server and their contents in a Swift server that are there for the run; without
 * the programs, in the data directory.
 */
export async function setup(): Promise<() => Promise<void>> {
  const endRun = await cleanRun(tmpdir());
  const programs = postgresPrograms();
  const postgres = programs === undefined ? undefined : await startPostgres(programs);
  if (postgres !== undefined) process.env[postgresVariable] = postgres.url;
  const swift = hasSwift() ? await startSwift() : undefined;
  if (swift !== undefined) process.env[bucketVariable] = JSON.stringify(await swift.newBucket());
  return async () => {
    await postgres?.remove();
    await swift?.remove();
    await endRun();
  };
}
