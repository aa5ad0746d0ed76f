import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../adapters/system/clock.ts';
import { createPinoLog } from '../adapters/system/pino-log.ts';
import { messageOf } from '../base/errors/errors.ts';
import { addressGroup } from '../domain/identity/address-group.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createHttpServer } from '../http/server.ts';
import type { Log } from '../ports/log.ts';
import type { StoreDamage } from '../ports/store.ts';
import type { Services } from '../services/services.ts';
import { composeRepository, type Repository } from './compose.ts';
import { bytesOf, type Configuration } from './configuration/configuration.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import { dataPaths, type RunningDaemon } from './data-directory/data-directory.ts';
import { withAccessExplained } from './data-directory/directory-access.ts';
import { ownDirectory } from './data-directory/directory-ownership.ts';
import { writeDurably } from './data-directory/durable-files.ts';
import { initialize } from './data-directory/initialize.ts';
import { makeFilesPrivate } from './data-directory/private-files.ts';
import { type Listener, listenOnPort, listenOnSocket } from './listen.ts';
import { requireOpenFiles } from './process/open-files.ts';
import { closeInOrder, type Running, stopAll } from './process/stop-all.ts';
import { catchUnforeseenFailures } from './process/unforeseen-failures.ts';

export interface ServeOptions {
  readonly dataDirectory: string;
  /** Dotted keys of the configuration, as flags give them. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Log every request, in a line each. */
  readonly logRequests?: boolean;
  /** By default JSON lines on standard error, from the level `info` on. */
  readonly log?: Log;
  /** Go on without what is lost or damaged in the metadata store. */
  readonly acceptLoss?: boolean;
}

export interface RunningServer {
  /** `{base_url}` */
  readonly url: string;
  /** To be shown once, where this start made the repository without a password given. */
  readonly generatedPassword?: string;
  /** What is lost or damaged in the metadata store: the repository is read-only. */
  readonly damage: readonly StoreDamage[];
  /** The file that says what is missing, where this start accepted a loss. */
  readonly lossReport?: string;
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
  logRequests: boolean,
): Promise<{ port: Listener; socket: Listener | undefined }> {
  const { host, port, contextPath, trustedProxies, forwardedHeader } = configuration.server;
  const { jsonBody, upload, connections, connectionsPerAddress } = configuration.limits;
  const serverOver = (transport: 'TCP' | 'unix socket') =>
    createHttpServer({
      send: repository.send,
      contextPath,
      peers: { overUnixSocket: transport === 'unix socket', trustedProxies, forwardedHeader },
      limits: { jsonBody: bytesOf(jsonBody), upload: upload === null ? undefined : bytesOf(upload) },
      answerError: repository.answerError,
      answerBudget: repository.answerBudget,
      logError: log.warn,
      connections: { total: connections, perAddress: connectionsPerAddress, groupOf: addressGroup },
      ...(logRequests
        ? { requestLog: createRequestLog(repository.newRequestId, (facts) => log.info('Request.', facts)) }
        : {}),
    });
  const listener = await listenOnPort(serverOver('TCP'), host, port);
  if (Buffer.byteLength(socket) > longestSocketPath) return { port: listener, socket: undefined };
  try {
    return { port: listener, socket: await listenOnSocket(serverOver('unix socket'), socket) };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

const stopOf = ({ close }: Listener): Running => ({ stop: close });

/** How long the process may take to end after a failure that left it in an unknown state. */
const shutdownTimeoutMs = 20_000;

/** Where the report of a loss lies, and the folder of the damaged files, without the ending. */
const lossReportPath = (dataDirectory: string): string =>
  join(dataDirectory, `accepted-loss-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}`);

/** Starts what changes records in the background. */
function startChanging(services: Services, log: Log): void {
  services.pictureFollower.start();
  services.textFollower.start();
  services.sweeping.start();
  void services.departures.finish();
  services.expiry.start();
  services.retention.start();
  services.purges
    .finish()
    .catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
}

/**
 * Runs a daemon until it is closed; makes the data directory where it is missing. Rejects with `LockedError` where
 * another process owns the directory, and with the system's error where the port cannot be had.
 */
export const serve = (options: ServeOptions): Promise<RunningServer> =>
  withAccessExplained(options.dataDirectory, () => start(options));

async function start(options: ServeOptions): Promise<RunningServer> {
  const { dataDirectory } = options;
  makeFilesPrivate();
  await requireOpenFiles();
  const paths = dataPaths(dataDirectory);
  const { generatedPassword } = await initialize({ dataDirectory, adminPassword: firstPassword() });
  const configuration = await loadConfiguration({
    file: paths.config,
    environment: process.env,
    overrides: options.overrides ?? {},
  });
  const { log = createPinoLog() } = options;
  const acceptLossInto = options.acceptLoss === true ? lossReportPath(dataDirectory) : undefined;
  const ownership = await ownDirectory(dataDirectory);
  let repository: Repository | undefined;
  let listeners: { readonly port: Listener; readonly socket: Listener | undefined } | undefined;
  let removeFailureHandlers: () => void = () => undefined;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeInOrder(
      [
        ['removing run/daemon.json', () => rm(paths.daemon, { force: true })],
        [
          'closing the listeners',
          () => stopAll([listeners?.port, listeners?.socket].flatMap((one) => one ?? []).map(stopOf)),
        ],
        ['closing the repository', async () => repository?.close()],
        ['releasing the data directory', ownership.release],
        ['removing the failure handlers', async () => removeFailureHandlers()],
      ],
      (step, error) => log.error('A shutdown step failed.', { step, reason: messageOf(error) }),
    );
    return closing;
  };
  try {
    let address = '';
    const { contextPath } = configuration.server;
    const composed = await composeRepository({
      dataDirectory,
      configuration,
      log,
      ownUrl: () => `${address}${contextPath}`,
      keptAnswers: Math.min(mostKeptAnswers, totalmem() / 8),
      store: { acceptLossInto, checkInBackground: true },
    });
    repository = composed;
    removeFailureHandlers = catchUnforeseenFailures({
      log,
      answerError: composed.answerError,
      end: () => {
        setTimeout(() => process.exit(1), shutdownTimeoutMs);
        void close().finally(() => process.exit(1));
      },
    });
    listeners = await listenEverywhere(composed, configuration, paths.socket, log, options.logRequests ?? false);
    const { port, socket } = listeners;
    address = port.address;
    const url = `${address}${contextPath}/rest`;
    const daemon: RunningDaemon = { pid: process.pid, url, socket: socket?.address ?? null };
    await writeDurably(paths.daemon, `${JSON.stringify(daemon)}\n`);
    composed.services.indexing.start();
    if (composed.damage.length === 0) startChanging(composed.services, log);
    composed.services.metadataSets
      .follow()
      .catch((error: unknown) => log.error('The metadata sets cannot be read.', { reason: messageOf(error) }));
    return {
      url,
      ...(generatedPassword === undefined ? {} : { generatedPassword }),
      damage: composed.damage,
      ...(acceptLossInto !== undefined && existsSync(`${acceptLossInto}.json`)
        ? { lossReport: `${acceptLossInto}.json` }
        : {}),
      close,
    };
  } catch (error) {
    // What failed first says more than what failed because of it.
    await close().catch(() => undefined);
    throw error;
  }
}
