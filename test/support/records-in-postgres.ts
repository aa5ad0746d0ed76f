import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaUrl } from './postgres.ts';

/** The variable with the address of a PostgreSQL server: if it is set, new schools of the tests keep their records there. */
export const postgresVariable = 'TEST_POSTGRES';

/** Sets `store.url` in the configuration of a new data directory. The first start moves the records. */
export async function useDatabase(directory: string, url: string): Promise<void> {
  const file = join(directory, 'config.yaml');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(/^store:\n(?: {2}url: .*\n)?/m, `store:\n  url: ${JSON.stringify(url)}\n`);
  if (changed === text) throw new Error(`${file} has no section store.`);
  await writeFile(file, changed);
}

/** Gives a new data directory a schema of its own, in runs with PostgreSQL. */
export async function perhapsInPostgres(directory: string): Promise<void> {
  const server = process.env[postgresVariable];
  if (server !== undefined) await useDatabase(directory, await schemaUrl(server));
}
