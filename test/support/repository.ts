import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPinoLog } from '../../src/adapters/system/pino-log.ts';
import { createScryptPasswords } from '../../src/adapters/system/scrypt-passwords.ts';
import { createClient } from '../../src/client/client.ts';
import { loadConfiguration } from '../../src/daemon/configuration/load-configuration.ts';
import { initialize } from '../../src/daemon/data-directory/initialize.ts';
import { type OpenRepository, openRepository } from '../../src/daemon/open.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { type RunningServer, serve } from '../../src/daemon/serve.ts';
import type { Log } from '../../src/ports/log.ts';
import { perhapsInBucket } from './contents-in-bucket.ts';
import { admin, anna, basic, bert, carla, type TestPerson } from './people.ts';
import { perhapsInPostgres } from './records-in-postgres.ts';
import { sharedFolder } from './shared-folder.ts';

/** Keys of the configuration, dotted, with their values as text. */
export type Overrides = Readonly<Record<string, string>>;

/** A new folder, to be removed by whoever asked for it. Its path is short enough for a Unix socket below it. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'r-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A complete data directory in which nobody but the administrator is known. */
export async function makeDataDirectory(directory: string): Promise<void> {
  await initialize({ dataDirectory: directory, adminPassword: admin.password });
}

async function addPeople(directory: string, people: readonly TestPerson[]): Promise<void> {
  const repository = await openRepository({ dataDirectory: directory });
  try {
    const client = createClient(repository.send, () => basic(admin));
    for (const { userName, firstName, lastName, email } of people) {
      await client.createPerson({ repository: '-home-', person: userName, body: { firstName, lastName, email } });
    }
  } finally {
    await repository.close();
  }
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Gives people their passwords in hashes that are quick to check. Those of the program are slow on purpose, and would
 * take most of the time of the tests; what is checked tells its own cost, so nothing else differs.
 */
export async function setPasswords(directory: string, people: readonly TestPerson[]): Promise<void> {
  const quick = createScryptPasswords({ cost: 2 ** 4 });
  const file = join(directory, 'config.yaml');
  const configuration = await loadConfiguration({ file, environment: {}, overrides: {} });
  const { store } = await openSeams(directory, false, silent, configuration);
  try {
    await store.change(async (change) => {
      for (const { userName, password } of people) {
        const person = await change.people.get(userName);
        if (person === undefined) throw new Error(`${userName} should have been made before.`);
        change.people.put(userName, { ...person, passwordHash: await quick.hash(password) });
      }
    });
  } finally {
    await store.close();
  }
}

async function makeSchool(directory: string): Promise<void> {
  await makeDataDirectory(directory);
  await addPeople(directory, [anna, bert, carla]);
  await setPasswords(directory, [admin, anna, bert, carla]);
}

/**
 * A new data directory with Anna, Bert and Carla; the caller removes it. People cost time, as passwords do: they are made
 * once in a run.
 */
export async function newSchoolDirectory(): Promise<string> {
  const original = await sharedFolder('school', makeSchool);
  const directory = await temporaryFolder();
  await cp(original, directory, { recursive: true });
  await perhapsInPostgres(directory);
  await perhapsInBucket(directory);
  return directory;
}

/** Serves the directory in this process on a free port and on its socket. Refused sign-ins, of which tests have many, are not logged. */
export const serveDirectory = (dataDirectory: string, overrides: Overrides = {}): Promise<RunningServer> =>
  serve({ dataDirectory, overrides: { 'server.port': '0', ...overrides }, log: createPinoLog({ level: 'warn' }) });

/** Opens the directory in this process, without listening. */
export const openDirectory = (dataDirectory: string, overrides: Overrides = {}): Promise<OpenRepository> =>
  openRepository({ dataDirectory, overrides });
