import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../adapters/durable-files/durable-files.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createPinoLog } from '../adapters/system/pino-log.ts';
import { messageOf } from '../base/errors/errors.ts';
import { addressGroup } from '../domain/identity/address-group.ts';
import type { Probes } from '../http/probes.ts';
import { createRequestLog } from '../http/request-log.ts';
import { createHttpServer } from '../http/server.ts';
import type { Log } from '../ports/log.ts';
import type { StoreDamage } from '../ports/store.ts';
import { startBackgroundTasks } from './background-tasks.ts';
import { scheduleBackups } from './backup/scheduled-backups.ts';
import { composeRepository, type Repository } from './compose.ts';
import { bytesOf, type Configuration, millisecondsOf } from './configuration/configuration.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import { secretOf } from './configuration/secrets.ts';
import { dataPaths, folderIdentity, type RunningDaemon } from './data-directory/data-directory.ts';
import { withAccessExplained } from './data-directory/directory-access.ts';
import { type Ownership, ownDirectory } from './data-directory/directory-ownership.ts';
import { initialize } from './data-directory/initialize.ts';
import { makeFilesPrivate } from './data-directory/private-files.ts';
import { type Listener, listenOnPort, listenOnSocket } from './listen.ts';
import { requireOpenFiles } from './process/open-files.ts';
import { type ClosingStep, closeInOrder, type Running, stopAll } from './process/stop-all.ts';
import { catchUnforeseenFailures } from './process/unforeseen-failures.ts';

export interface ServeOptions {
  readonly dataDirectory: string;
  /** Configuration values from command-line options, by dotted key. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Log one line per request. */
  readonly logRequests?: boolean;
  /** Default: JSON lines on standard error, from level `info`. */
  readonly log?: Log;
  /** Drop lost or damaged parts of the metadata store and continue without them. */
  readonly acceptLoss?: boolean;
}

export interface RunningServer {
  /** `{base_url}` */
  readonly url: string;
  /** The generated password. Show it once. Set if this start created the repository and no password was configured. */
  readonly generatedPassword?: string;
  /** Lost or damaged parts of the metadata store. If there are any, the repository is read-only. */
  readonly damage: readonly StoreDamage[];
  /** The file that lists what is missing. Set if this start accepted a loss. */
  readonly lossReport?: string;
  /** Waits for running requests, then releases everything. */
  close(): Promise<void>;
}

interface Listeners {
  readonly port: Listener;
  readonly socket: Listener | undefined;
}

/** What a start has opened so far. `close` releases it, even after a failed start. */
interface OpenParts {
  readonly ownership: Ownership;
  repository: Repository | undefined;
  scheduledBackups: Running | undefined;
  listeners: Listeners | undefined;
  removeFailureHandlers: () => void;
}

interface Startup {
  readonly options: ServeOptions;
  readonly configuration: Configuration;
  readonly log: Log;
  /** Where to put a loss report and the damaged files, without the extension. Undefined: losses are not accepted. */
  readonly acceptLossInto: string | undefined;
  readonly parts: OpenParts;
  readonly close: () => Promise<void>;
}

/** The maximum length of a Unix socket path that every supported system accepts. */
const maxSocketPathBytes = 103;

const configuredPassword = (): string | undefined => process.env['EDU_REPO_ADMIN_PASSWORD'] || undefined;

async function listenEverywhere(
  repository: Repository,
  configuration: Configuration,
  socket: string,
  log: Log,
  logRequests: boolean,
  probes: Probes,
): Promise<Listeners> {
  const { host, port, contextPath, trustedProxies, forwardedHeader } = configuration.server;
  const { jsonBody, jsonDepth, upload, connections, connectionsPerAddress } = configuration.limits;
  const { headTime, requestTime, silence } = configuration.limits;
  const serverOver = (transport: 'TCP' | 'unix socket') =>
    createHttpServer({
      send: repository.send,
      contextPath,
      originAccess: repository.originAccess,
      pages: repository.pages,
      proxyOptions: { overUnixSocket: transport === 'unix socket', trustedProxies, forwardedHeader },
      limits: { jsonBody: bytesOf(jsonBody), jsonDepth, upload: upload === null ? undefined : bytesOf(upload) },
      times: {
        head: millisecondsOf(headTime),
        request: millisecondsOf(requestTime),
        silence: millisecondsOf(silence),
      },
      answerError: repository.answerError,
      answerBudget: repository.answerBudget,
      probes,
      logError: log.warn,
      connections: { total: connections, perAddress: connectionsPerAddress, groupOf: addressGroup },
      ...(logRequests
        ? { requestLog: createRequestLog(repository.newRequestId, (facts) => log.info('Request.', facts)) }
        : {}),
    });
  const listener = await listenOnPort(serverOver('TCP'), host, port);
  if (Buffer.byteLength(socket) > maxSocketPathBytes) return { port: listener, socket: undefined };
  try {
    return { port: listener, socket: await listenOnSocket(serverOver('unix socket'), socket) };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** The service ends the part in progress, and with it the run of the schedule. */
async function stopBackups({ repository, scheduledBackups }: OpenParts): Promise<void> {
  if (scheduledBackups === undefined) return;
  await repository?.services.backups.stop();
  await scheduledBackups.stop();
}

const stopOf = ({ close }: Listener): Running => ({ stop: close });

/** The time to shut down after a failure that left the process in an unknown state. */
const shutdownTimeoutMs = 20_000;

/** The path of a loss report and of the folder with the damaged files, without the extension. */
const lossReportPath = (dataDirectory: string): string =>
  join(dataDirectory, `accepted-loss-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}`);

/**
 * Runs a daemon until it is closed. Creates the data directory if it is missing. Rejects with `LockedError` if another
 * process owns the directory, and with the system error if the port is not available.
 */
export const serve = (options: ServeOptions): Promise<RunningServer> =>
  withAccessExplained(options.dataDirectory, () => start(options));

async function start(options: ServeOptions): Promise<RunningServer> {
  const { dataDirectory } = options;
  makeFilesPrivate();
  await requireOpenFiles();
  const paths = dataPaths(dataDirectory);
  const { generatedPassword } = await initialize({ dataDirectory, adminPassword: configuredPassword() });
  const configuration = await loadConfiguration({
    file: paths.config,
    environment: process.env,
    overrides: options.overrides ?? {},
  });
  const { log = createPinoLog() } = options;
  const acceptLossInto = options.acceptLoss === true ? lossReportPath(dataDirectory) : undefined;
  const parts: OpenParts = {
    ownership: await ownDirectory(dataDirectory),
    repository: undefined,
    scheduledBackups: undefined,
    listeners: undefined,
    removeFailureHandlers: () => undefined,
  };
  const close = createClose(parts, paths.daemon, log);
  try {
    const { url, damage } = await openParts({ options, configuration, log, acceptLossInto, parts, close });
    return {
      url,
      ...(generatedPassword === undefined ? {} : { generatedPassword }),
      damage,
      ...lossReportAt(acceptLossInto),
      close,
    };
  } catch (error) {
    // A failure to close would hide the error that caused it.
    await close().catch(() => undefined);
    throw error;
  }
}

const lossReportAt = (path: string | undefined): Pick<RunningServer, 'lossReport'> =>
  path !== undefined && existsSync(`${path}.json`) ? { lossReport: `${path}.json` } : {};

/** Returns a function that closes all open parts in order. Later calls return the same promise. */
function createClose(parts: OpenParts, daemonFile: string, log: Log): () => Promise<void> {
  const closeListeners = (): Promise<void> =>
    stopAll([parts.listeners?.port, parts.listeners?.socket].flatMap((listener) => listener ?? []).map(stopOf));
  const steps: readonly ClosingStep[] = [
    ['removing run/daemon.json', () => rm(daemonFile, { force: true })],
    ['ending the imports', async () => parts.repository?.stopImports()],
    ['closing the listeners', closeListeners],
    ['ending the scheduled backup', async () => stopBackups(parts)],
    ['closing the repository', async () => parts.repository?.close()],
    ['releasing the data directory', parts.ownership.release],
    ['removing the failure handlers', async () => parts.removeFailureHandlers()],
  ];
  const report = (step: string, error: unknown): void =>
    log.error('A shutdown step failed.', { step, reason: messageOf(error) });
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= closeInOrder(steps, report);
    return closing;
  };
}

/** The address under which this machine reaches a server that listens on all addresses. */
const onThisMachine = (address: string): string =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

function endProcess(close: () => Promise<void>): void {
  setTimeout(() => process.exit(1), shutdownTimeoutMs);
  void close().finally(() => process.exit(1));
}

/** What monitoring may ask. The package for metrics is loaded only if they are enabled. */
async function probesOf(
  { services, damage }: Repository,
  { metrics: { enabled, token } }: Configuration,
  dataDirectory: string,
): Promise<Probes> {
  const unreadyBecause = (): string | undefined => {
    if (damage.length > 0) return 'The metadata store is damaged, so the repository is read-only.';
    return services.indexing.state === 'ready' ? undefined : 'The search index is not complete yet.';
  };
  if (!enabled) return { unreadyBecause, metrics: undefined };
  const { createMetrics } = await import('./metrics.ts');
  const secret = token === null ? undefined : await secretOf('metrics.token', token, dataDirectory);
  return { unreadyBecause, metrics: createMetrics(services.status, secret) };
}

/** Opens the repository, listens, publishes the address in `run/daemon.json` and starts the background tasks. */
async function openParts(startup: Startup): Promise<Pick<RunningServer, 'url' | 'damage'>> {
  const { options, configuration, log, parts } = startup;
  const paths = dataPaths(options.dataDirectory);
  const { contextPath } = configuration.server;
  let address = '';
  const repository = await composeRepository({
    dataDirectory: options.dataDirectory,
    configuration,
    log,
    ownUrl: () => `${address}${contextPath}`,
    listeningUrl: () => (address === '' ? undefined : `${onThisMachine(address)}${contextPath}/rest`),
    store: { acceptLossInto: startup.acceptLossInto, checkInBackground: true },
  });
  parts.repository = repository;
  parts.removeFailureHandlers = catchUnforeseenFailures({
    log,
    answerError: repository.answerError,
    end: () => endProcess(startup.close),
  });
  const probes = await probesOf(repository, configuration, options.dataDirectory);
  const logRequests = options.logRequests ?? false;
  parts.listeners = await listenEverywhere(repository, configuration, paths.socket, log, logRequests, probes);
  const { port, socket } = parts.listeners;
  address = port.address;
  const url = `${address}${contextPath}/rest`;
  const folder = await folderIdentity(paths.run);
  const daemon: RunningDaemon = { pid: process.pid, url, socket: socket?.address ?? null, folder };
  await writeDurably(paths.daemon, `${JSON.stringify(daemon)}\n`);
  startBackgroundTasks(repository, log);
  const { backups } = repository.services;
  const scheduled = scheduleBackups({ backups, clock: systemClock, log }, configuration.backup);
  scheduled?.start();
  parts.scheduledBackups = scheduled;
  return { url, damage: repository.damage };
}
