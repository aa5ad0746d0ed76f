import { rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { createPinoLog } from '../adapters/system/pino-log.ts';
import { messageOf } from '../base/errors.ts';
import { createHttpApp } from '../http/app.ts';
import type { Log } from '../ports/log.ts';
import { composeRepository, type Repository } from './compose.ts';
import { bytesOf, type Configuration } from './configuration.ts';
import { dataPaths, type RunningDaemon } from './data-directory.ts';
import { writeDurably } from './durable-files.ts';
import { initialize } from './initialize.ts';
import { type Listener, listenOnPort, listenOnSocket } from './listen.ts';
import { loadConfiguration } from './load-configuration.ts';
import { ownDirectory } from './own-directory.ts';
import { makeFilesPrivate } from './private-files.ts';

export interface ServeOptions {
  readonly dataDirectory: string;
  /** Dotted keys of the configuration, as flags give them. */
  readonly overrides?: Readonly<Record<string, string>>;
}

export interface RunningServer {
  /** `{base_url}` */
  readonly url: string;
  /** To be shown once, where this start made the repository without a password given. */
  readonly generatedPassword?: string;
  /** Lets running requests end, then frees everything. */
  close(): Promise<void>;
}

/** The longest path that a Unix socket can have on every system we run on, in bytes. */
const longestSocketPath = 103;

/** In bytes: enough for those with 100,000 nodes in one form. Where there is less memory, they take an eighth of it. */
const mostKeptAnswers = 100_000_000;

const firstPassword = (): string | undefined => {
  const given = process.env['EDU_REPO_ADMIN_PASSWORD'];
  return given === undefined || given === '' ? undefined : given;
};

async function listenEverywhere(
  repository: Repository,
  configuration: Configuration,
  socket: string,
  log: Log,
): Promise<{ port: Listener; socket: Listener | undefined }> {
  const { host, port, contextPath, trustedProxies, forwardedHeader } = configuration.server;
  const { jsonBody, upload } = configuration.limits;
  const appOver = (transport: 'TCP' | 'unix socket') =>
    createHttpApp({
      send: repository.send,
      contextPath,
      peers: { overUnixSocket: transport === 'unix socket', trustedProxies, forwardedHeader },
      limits: { jsonBody: bytesOf(jsonBody), upload: upload === null ? undefined : bytesOf(upload) },
      answerError: repository.answerError,
      logError: log.warn,
    });
  const listener = await listenOnPort(appOver('TCP'), host, port);
  if (Buffer.byteLength(socket) > longestSocketPath) return { port: listener, socket: undefined };
  try {
    return { port: listener, socket: await listenOnSocket(appOver('unix socket'), socket) };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/**
 * Runs a daemon until it is closed; makes the data directory where it is missing. Rejects with `LockedError` where
 * another process owns the directory, and with the system's error where the port cannot be had.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dataDirectory } = options;
  makeFilesPrivate();
  const paths = dataPaths(dataDirectory);
  const { generatedPassword } = await initialize({ dataDirectory, adminPassword: firstPassword() });
  const configuration = await loadConfiguration({
    file: paths.config,
    environment: process.env,
    overrides: options.overrides ?? {},
  });
  const log = createPinoLog();
  const ownership = await ownDirectory(dataDirectory);
  let repository: Repository | undefined;
  let listeners: { readonly port: Listener; readonly socket: Listener | undefined } | undefined;
  try {
    let address = '';
    const { contextPath } = configuration.server;
    const composed = await composeRepository({
      dataDirectory,
      configuration,
      log,
      ownUrl: () => `${address}${contextPath}`,
      keptAnswers: Math.min(mostKeptAnswers, totalmem() / 8),
    });
    repository = composed;
    listeners = await listenEverywhere(composed, configuration, paths.socket, log);
    const { port, socket } = listeners;
    address = port.address;
    const url = `${address}${contextPath}/rest`;
    const daemon: RunningDaemon = { pid: process.pid, url, socket: socket?.address ?? null };
    await writeDurably(paths.daemon, `${JSON.stringify(daemon)}\n`);
    composed.services.indexing.start();
    composed.services.pictureFollower.start();
    composed.services.textFollower.start();
    composed.services.sweeping.start();
    void composed.services.departures.finish();
    composed.services.metadataSets
      .follow()
      .catch((error: unknown) => log.error('The metadata sets cannot be read.', { reason: messageOf(error) }));
    composed.services.expiry.start();
    composed.services.retention.start();
    composed.services.purges
      .finish()
      .catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
    return {
      url,
      ...(generatedPassword === undefined ? {} : { generatedPassword }),
      async close() {
        await rm(paths.daemon, { force: true });
        await Promise.all([port.close(), socket?.close()]);
        await composed.close().finally(ownership.release);
      },
    };
  } catch (error) {
    await Promise.all([listeners?.port.close(), listeners?.socket?.close()]);
    await (repository?.close() ?? Promise.resolve()).finally(ownership.release);
    throw error;
  }
}
