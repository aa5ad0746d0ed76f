import { createDispatch } from '../api/dispatch.ts';
import { createHandlers } from '../api/handlers.ts';
import { createElsewhere } from '../api/network/elsewhere.ts';
import { createRequestRates, type RequestRates } from '../api/request/request-rates.ts';
import { type AnswerBudget, createAnswerBudget } from '../api/response/answer-budget.ts';
import { errorAnswer, type ReportFailure } from '../api/response/error-answer.ts';
import type { ApiSettings } from '../api/settings.ts';
import { createAuthenticate } from '../api/sign-in/authenticate.ts';
import { createOriginAccess, type OriginAccess } from '../api/sign-in/origin-access.ts';
import { createRequireNewCall } from '../api/sign-in/repeated-calls.ts';
import { DataDirectoryError } from '../base/errors/data-directory-error.ts';
import { messageOf } from '../base/errors/errors.ts';
import { stackOf } from '../base/errors/source-positions.ts';
import type { Answer, Transport } from '../contract/call.ts';
import { webOriginOf } from '../domain/identity/app-entry.ts';
import type { SystemFolders } from '../domain/nodes/records.ts';
import { createIsListed } from '../http/connection/client-address.ts';
import type { Log } from '../ports/log.ts';
import type { Seams } from '../ports/seams.ts';
import type { StoreDamage } from '../ports/store.ts';
import { readSystemFolders } from '../services/identity/bootstrap.ts';
import { createServices, type ServiceOptions, type Services } from '../services/services.ts';
import { bytesOf, type Configuration, millisecondsOf, publishedLimitsOf } from './configuration/configuration.ts';
import { exportOptionsOf } from './configuration/data-protection.ts';
import { loadDictionary } from './configuration/load-dictionary.ts';
import { secretOf } from './configuration/secrets.ts';
import { dataPaths } from './data-directory/data-directory.ts';
import { persistedOperatorToken } from './data-directory/operator-token.ts';
import { restrictToOwner } from './data-directory/private-files.ts';
import { upgradeDataDirectory } from './data-directory/upgrade.ts';
import { createRepositoryGateway } from './network/repository-gateway.ts';
import { openSeams, type StoreOptions } from './open-seams.ts';
import { stopAll } from './process/stop-all.ts';
import { programVersion } from './process/version.ts';

/** A repository that can serve calls. It does not listen; see `serve`. */
export interface Repository {
  readonly send: Transport;
  readonly services: Services;
  readonly answerError: (error: unknown, requestId?: string) => Answer;
  readonly newRequestId: () => string;
  /** Lost or damaged parts of the store. If there are any, the repository is read-only. */
  readonly damage: readonly StoreDamage[];
  /** Shared by all listeners. */
  readonly answerBudget: AnswerBudget;
  readonly originAccess: (origin: string) => Promise<OriginAccess>;
  /** Stops the background tasks and releases the files. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  readonly dataDirectory: string;
  readonly configuration: Configuration;
  readonly log: Log;
  /** The address in links for calls without a `Host` header. */
  readonly ownUrl: () => string;
  readonly store?: StoreOptions;
}

/**
 * Without these folders, no node can be reached or created. A damaged store is not checked, so that the rest can be
 * read.
 */
async function requireStoredFolders({ store }: Seams, folders: SystemFolders, dataDirectory: string): Promise<void> {
  for (const id of Object.values(folders)) {
    if (await store.nodes.has(id)) continue;
    // With known damage the store is read-only, and the status names the damaged file.
    if (store.damage.length === 0) await store.check();
    if (store.damage.length > 0) return;
    throw new DataDirectoryError(`The metadata store in ${dataDirectory} has lost the system folder ${id}.`, {
      advice: 'Restore a backup of the data directory',
    });
  }
}

async function requireSystemFolders(seams: Seams, dataDirectory: string): Promise<SystemFolders> {
  const systemFolders = await readSystemFolders(seams.store);
  if (systemFolders !== undefined) {
    await requireStoredFolders(seams, systemFolders, dataDirectory);
    return systemFolders;
  }
  const damage = seams.store.damage.map(({ location, message }) => `${location}: ${message}`).join('; ');
  throw new DataDirectoryError(
    damage === ''
      ? `The metadata store in ${dataDirectory} is empty, although the repository was complete: its files were lost.`
      : `The metadata store in ${dataDirectory} is damaged: the record of its system folders is missing. ${damage}`,
    { advice: 'Restore a backup of the data directory' },
  );
}

const outsideProduction = (): boolean => process.env['NODE_ENV'] === 'test' || process.env['VITEST'] !== undefined;

const publicUrlOf = ({ server }: Configuration): string | undefined => server.publicUrl?.replace(/\/+$/, '');

function settingsOf({ configuration, ownUrl }: ComposeOptions): ApiSettings {
  const { server, repository, limits } = configuration;
  const { id, title, nodeForm } = repository;
  return {
    repository: { id, title, nodeForm },
    version: programVersion(),
    contextPath: server.contextPath,
    publicUrl: publicUrlOf(configuration),
    allowedOrigins: new Set(server.allowedOrigins.flatMap((text) => webOriginOf(text) ?? [])),
    ownUrl,
    pageSize: limits.pageSize,
    readTime: millisecondsOf(limits.readTime),
    publishedLimits: publishedLimitsOf(configuration),
    frontend: configuration.frontend,
    checkAnswers: outsideProduction(),
  };
}

async function serviceOptionsOf({ dataDirectory, configuration, ownUrl }: ComposeOptions): Promise<ServiceOptions> {
  const { guest, session, ticket, appSignature } = configuration.security;
  const { trash, limits, repository } = configuration;
  const publicUrl = publicUrlOf(configuration);
  const { expiresIn, clients } = configuration.authentication.oauth;
  const secrets = await Promise.all(
    Object.entries(clients ?? {}).map(
      async ([id, setting]) =>
        [id, await secretOf(`authentication.oauth.clients.${id}`, setting, dataDirectory)] as const,
    ),
  );
  return {
    repositoryId: repository.id,
    contentModel: await loadDictionary(dataPaths(dataDirectory).ownDictionary),
    propertyLimits: {
      value: bytesOf(limits.propertyValue),
      values: limits.propertyValues,
      node: bytesOf(limits.nodeProperties),
    },
    guest,
    folderDepth: limits.folderDepth,
    personAttributes: configuration.people.attributes,
    sessionIdleTimeout: millisecondsOf(session.idleTimeout),
    ticketIdleTimeout: millisecondsOf(ticket.idleTimeout),
    oauth: { expiresIn, clients: new Map(secrets) },
    trash: { keptFor: trash.retention === null ? null : millisecondsOf(trash.retention) },
    appSignature: { tolerance: millisecondsOf(appSignature.tolerance), allowSha1: appSignature.allowSha1 },
    dataExports: exportOptionsOf(repository.dataprotection, () => publicUrl ?? ownUrl()),
  };
}

function requestRatesOf({ limits }: Configuration): RequestRates {
  const { requestsPerAddress, requestsPerPerson, requestsPerApp, unlimitedAddresses } = limits;
  return createRequestRates(
    {
      perAddress: requestsPerAddress,
      perPerson: requestsPerPerson,
      perApp: requestsPerApp,
      isUnlimited: createIsListed(unlimitedAddresses),
    },
    () => performance.now(),
  );
}

/** Request IDs: unique across processes and cheap to make. */
function createRequestIds(seams: Pick<Seams, 'randomness'>): () => string {
  const start = seams.randomness.secret().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count}`;
  };
}

/** The composition root: only this module connects services with adapters. */
export async function composeRepository(options: ComposeOptions): Promise<Repository> {
  const { dataDirectory, configuration, log } = options;
  const serviceOptions = await serviceOptionsOf(options);
  const operatorToken = await persistedOperatorToken(dataDirectory);
  await upgradeDataDirectory(dataDirectory, log);
  const seams = await openSeams(dataDirectory, false, log, configuration, options.store);
  try {
    return await repositoryOn(seams, operatorToken, serviceOptions, options);
  } catch (error) {
    // The lock of the data directory is released next, and no store may be open then.
    await seams.store
      .close()
      .catch((reason: unknown) => log.error('The store could not be closed.', { reason: messageOf(reason) }));
    throw error;
  }
}

async function repositoryOn(
  seams: Seams,
  operatorToken: Awaited<ReturnType<typeof persistedOperatorToken>>,
  serviceOptions: ServiceOptions,
  options: ComposeOptions,
): Promise<Repository> {
  const { dataDirectory, configuration, log } = options;
  const systemFolders = await requireSystemFolders(seams, dataDirectory);
  const services = createServices(seams, systemFolders, serviceOptions);
  const settings = settingsOf(options);
  const { pageBytes, answersInFlight } = configuration.limits;
  const { timeLimit, searchTimeLimit, responseSize } = configuration.network;
  const gateway = createRepositoryGateway({
    ownId: settings.repository.id,
    keys: services.repositoryKeys,
    clock: seams.clock,
    limits: { time: millisecondsOf(timeLimit), answer: bytesOf(responseSize) },
  });
  const answerBudget = createAnswerBudget({ page: bytesOf(pageBytes), inFlight: bytesOf(answersInFlight) });
  const startedAt = seams.clock.now().toISOString();
  const newRequestId = createRequestIds(seams);
  const reportFailure = failureReporter(log);
  return {
    services,
    damage: seams.store.damage,
    send: createDispatch({
      handlers: createHandlers({ services, settings, gateway, process: { pid: process.pid, startedAt } }),
      authenticate: createAuthenticate(services, operatorToken),
      requireNewCall: createRequireNewCall(services),
      elsewhere: createElsewhere({ services, gateway, settings, searchTime: millisecondsOf(searchTimeLimit) }),
      settings,
      contentModel: services.contentModel,
      answerBudget,
      requestRates: requestRatesOf(configuration),
      newRequestId,
      reportFailure,
    }),
    answerBudget,
    originAccess: createOriginAccess(settings, services),
    answerError: (error, requestId = newRequestId()) => errorAnswer(error, requestId, reportFailure),
    newRequestId,
    async close() {
      await gateway.stop();
      await closeRepository(seams, services, dataDirectory);
    },
  };
}

const failureReporter =
  (log: Log): ReportFailure =>
  (requestId, error) => {
    const stack = error instanceof Error ? stackOf(error) : undefined;
    log.error('A request failed.', { requestId, reason: messageOf(error), ...(stack === undefined ? {} : { stack }) });
  };

async function closeRepository(seams: Seams, services: Services, dataDirectory: string): Promise<void> {
  const backgroundTasks = [
    services.backups,
    services.exportJob,
    seams.archiveWriter,
    seams.reportWriter,
    services.exportMails,
    seams.mailer,
    services.thumbnailFollower,
    seams.thumbnailMaker,
    services.textFollower,
    seams.textReader,
    seams.content,
    services.logins,
    services.accountCleanup,
    services.retention,
    services.purges,
    services.contentGc,
    services.expiry,
    seams.metadataSets,
  ];
  try {
    // The index stops last, so that it saves what the other tasks change while they stop.
    await stopAll(backgroundTasks).finally(() => services.indexing.stop());
  } finally {
    await seams.store.close();
    await restrictToOwner(dataPaths(dataDirectory).store);
  }
}
