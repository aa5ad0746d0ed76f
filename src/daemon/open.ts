import { createPlainLog } from '../adapters/system/plain-log.ts';
import { DataDirectoryError } from '../base/errors/data-directory-error.ts';
import type { Transport } from '../contract/call.ts';
import { composeRepository } from './compose.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import { dataPaths, isInitialized } from './data-directory/data-directory.ts';
import { refuseRootInForeignDirectory, withAccessExplained } from './data-directory/directory-access.ts';
import { ownDirectory } from './data-directory/directory-ownership.ts';

export interface OpenOptions {
  readonly dataDirectory: string;
  /** Configuration values from command-line options, by dotted key. */
  readonly overrides?: Readonly<Record<string, string>>;
}

export interface OpenRepository {
  readonly send: Transport;
  close(): Promise<void>;
}

/**
 * Opens the repository in this process, for one command and without listening. Calls take the same path as in a daemon.
 * Rejects with `LockedError` if another process owns the directory, with `ConfigurationError` if `config.yaml` is
 * invalid, and with `DataDirectoryError` if there is no repository, its files are damaged, or the system denies access.
 */
export const openRepository = (options: OpenOptions): Promise<OpenRepository> =>
  withAccessExplained(options.dataDirectory, () => open(options));

async function open(options: OpenOptions): Promise<OpenRepository> {
  const { dataDirectory } = options;
  await refuseRootInForeignDirectory(dataDirectory);
  if (!(await isInitialized(dataDirectory))) {
    throw new DataDirectoryError(`There is no repository in ${dataDirectory}.`, {
      advice: 'Create one: edu-repo init, or edu-repo serve',
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
      log: createPlainLog(),
      ownUrl: () => `http://${host}:${port}${contextPath}`,
    });
    return {
      send: repository.send,
      async close() {
        // A command has no background tasks, so pending transfers of ownership and mails finish before it ends.
        await repository.services.accountCleanup.finish();
        await repository.services.exportMails.finish();
        await repository.close().finally(ownership.release);
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}
