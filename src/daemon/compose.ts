import { createDispatch } from '../api/dispatch.ts';
import { createHandlers } from '../api/handlers.ts';
import { createElsewhere } from '../api/network/elsewhere.ts';
import { createRequestRates, type RequestRates } from '../api/request/request-rates.ts';
import { type AnswerBudget, createAnswerBudget } from '../api/response/answer-budget.ts';
import { errorAnswer, type ReportFailure } from '../api/response/error-answer.ts';
import { createAuthenticate } from '../api/sign-in/authenticate.ts';
import { createOriginAccess, type OriginAccess } from '../api/sign-in/origin-access.ts';
import { createRequireNewCall } from '../api/sign-in/repeated-calls.ts';
import { messageOf } from '../base/errors/errors.ts';
import { stackOf } from '../base/errors/source-positions.ts';
import type { Answer, Transport } from '../contract/call.ts';
import type { Pages } from '../contract/page.ts';
import { createIsListed } from '../http/connection/client-address.ts';
import type { Log } from '../ports/log.ts';
import type { Seams } from '../ports/seams.ts';
import type { StoreDamage } from '../ports/store.ts';
import { createServices, type ServiceOptions, type Services } from '../services/services.ts';
import type { WebParts } from '../web/web-parts.ts';
import { apiSettingsOf } from './configuration/api-settings.ts';
import { bytesOf, type Configuration, millisecondsOf } from './configuration/configuration.ts';
import { serviceOptionsOf } from './configuration/service-options.ts';
import { dataPaths } from './data-directory/data-directory.ts';
import { persistedOperatorToken } from './data-directory/operator-token.ts';
import { restrictToOwner } from './data-directory/private-files.ts';
import { requireSystemFolders } from './data-directory/required-folders.ts';
import { upgradeDataDirectory } from './data-directory/upgrade.ts';
import { createRepositoryGateway } from './network/repository-gateway.ts';
import { openSeams } from './open-seams.ts';
import type { StoreOptions } from './open-store.ts';
import { stopAll } from './process/stop-all.ts';

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
  /** The web view. */
  readonly pages: Pages;
  readonly originAccess: (origin: string) => Promise<OriginAccess>;
  /** Ends the imports that the server makes by itself. They call it until their end, so it must still listen. */
  stopImports(): Promise<void>;
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
  /** `{base_url}` for processes of this machine. Undefined, or without a value: the repository does not listen. */
  readonly listeningUrl?: () => string | undefined;
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
  const serviceOptions = await serviceOptionsOf(dataDirectory, configuration, options.ownUrl);
  const operatorToken = await persistedOperatorToken(dataDirectory);
  await upgradeDataDirectory(dataDirectory, log);
  const seams = await openSeams(dataDirectory, false, log, configuration, options.store, options.listeningUrl);
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
  await loadUserNames(services.userNames, seams);
  const settings = apiSettingsOf(configuration, options.ownUrl);
  const { pageBytes, answersInFlight } = configuration.limits;
  const { timeLimit, searchTimeLimit, responseSize, responsesInFlight, allowPrivate } = configuration.network;
  const gateway = createRepositoryGateway({
    ownId: settings.repository.id,
    keys: services.repositoryKeys,
    clock: seams.clock,
    limits: { time: millisecondsOf(timeLimit), answer: bytesOf(responseSize), allowPrivate },
  });
  const answerBudget = createAnswerBudget({ page: bytesOf(pageBytes), inFlight: bytesOf(answersInFlight) });
  const startedAt = seams.clock.now().toISOString();
  const newRequestId = createRequestIds(seams);
  const reportFailure = failureReporter(log);
  const answerError = (error: unknown, requestId = newRequestId()): Answer =>
    errorAnswer(error, requestId, reportFailure);
  const send = createDispatch({
    handlers: createHandlers({ services, settings, gateway, process: { pid: process.pid, startedAt } }),
    authenticate: createAuthenticate(services, operatorToken),
    requireNewCall: createRequireNewCall(services),
    elsewhere: createElsewhere({
      services,
      gateway,
      settings,
      searchTime: millisecondsOf(searchTimeLimit),
      received: createAnswerBudget({ page: Number.POSITIVE_INFINITY, inFlight: bytesOf(responsesInFlight) }),
    }),
    settings,
    contentModel: services.contentModel,
    spelledName: (name) => services.userNames.spelled(name),
    answerBudget,
    requestRates: requestRatesOf(configuration),
    newRequestId,
    reportFailure,
  });
  return {
    services,
    damage: seams.store.damage,
    send,
    pages: createPages({ send, settings, answerError, clock: seams.clock, secret: seams.randomness.secret }),
    answerBudget,
    originAccess: createOriginAccess(settings, services),
    answerError,
    newRequestId,
    stopImports: () => stopAll([services.inboxTask, services.harvestJob, services.fileImports]),
    async close() {
      await gateway.stop();
      await closeRepository(seams, services, dataDirectory);
    },
  };
}

/** Most processes serve no page, so the first page loads the web view. */
function createPages(parts: WebParts): Pages {
  let pages: Promise<Pages> | undefined;
  return async (request) => {
    pages ??= import('../web/web.ts').then(({ createWeb }) => createWeb(parts));
    return (await pages)(request);
  };
}

/** Names of people that are equal now were different for earlier programs. Nothing is merged; the administrator decides. */
async function loadUserNames(userNames: Services['userNames'], { store, log }: Pick<Seams, 'store' | 'log'>) {
  await userNames.load(store);
  for (const names of userNames.clashes()) {
    log.warn(
      'User names differ only in upper and lower case or in their Unicode form. Each person must sign in with the exact spelling. Delete all but one of these accounts.',
      { names: names.join(', ') },
    );
  }
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
    services.inboxTask,
    services.harvestJob,
    services.fileImports,
    services.exportJob,
    seams.archiveWriter,
    seams.reportWriter,
    services.exportMails,
    seams.mailer,
    services.nameSuggestions,
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
