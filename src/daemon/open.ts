import { createPinoLog } from '../adapters/system/pino-log.ts';
import { DataDirectoryError } from '../base/errors/data-directory-error.ts';
import type { Transport } from '../contract/call.ts';
import { composeRepository } from './compose.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import { dataPaths, isInitialized } from './data-directory/data-directory.ts';
import { refuseRootInForeignDirectory, withAccessExplained } from './data-directory/directory-access.ts';
import { ownDirectory } from './data-directory/directory-ownership.ts';

export interface OpenOptions {
  readonly dataDirectory: string;
  /** Dotted keys of the configuration, as flags give them. */
  readonly overrides?: Readonly<Record<string, string>>;
}

export interface OpenRepository {
  readonly send: Transport;
  close(): Promise<void>;
}

/** In bytes. A command asks for hardly anything twice: to get memory ready for more takes longer than it saves. */
const keptAnswers = 2_000_000;

/**
 * Opens the repository in this process, without listening anywhere: the same pipeline, for the length of a command.
 * Rejects with `LockedError` where another process owns the directory, with `ConfigurationError` for a bad `config.yaml`,
 * with `DataDirectoryError` where there is no repository, its files are damaged, or the system refuses access.
 */
export const openRepository = (options: OpenOptions): Promise<OpenRepository> =>
  withAccessExplained(options.dataDirectory, () => open(options));

async function open(options: OpenOptions): Promise<OpenRepository> {
  const { dataDirectory } = options;
  await refuseRootInForeignDirectory(dataDirectory);
  if (!(await isInitialized(dataDirectory))) {
    throw new DataDirectoryError(`There is no repository in ${dataDirectory}.`, {
      advice: 'Make one: edu-repo init, or edu-repo serve',
    });
  }
  const configuration = await loadConfiguration({
    file: dataPaths(dataDirectory).config,
    environment: process.env,
    overrides: options.overrides ?? {},
  });
  const ownership = await ownDirectory(dataDirectory);
  try {
    const { host, port, contextPath } = configuration.server;
    const repository = await composeRepository({
      dataDirectory,
      configuration,
      log: createPinoLog({ level: 'warn' }),
      ownUrl: () => `http://${host}:${port}${contextPath}`,
      keptAnswers,
    });
    return {
      send: repository.send,
      async close() {
        // Nothing runs on behind a command: what somebody left is handed over before it ends.
        await repository.services.departures.finish();
        await repository.close().finally(ownership.release);
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}
