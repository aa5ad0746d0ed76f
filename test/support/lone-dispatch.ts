import { createDispatch, type DispatchParts } from '../../src/api/dispatch.ts';
import type { Handlers } from '../../src/api/handler.ts';
import { createHandlers } from '../../src/api/handlers.ts';
import { createElsewhere } from '../../src/api/network/elsewhere.ts';
import type { RepositoryGateway } from '../../src/api/network/gateway.ts';
import { createAnswerBudget } from '../../src/api/response/answer-budget.ts';
import type { ApiSettings } from '../../src/api/settings.ts';
import { createAuthenticate } from '../../src/api/sign-in/authenticate.ts';
import { createRequireNewCall } from '../../src/api/sign-in/repeated-calls.ts';
import type { Transport } from '../../src/contract/call.ts';
import type { Services } from '../../src/services/services.ts';

const none = (): Promise<never> => Promise.reject(new Error('This repository is not connected to any other.'));

const noGateway: RepositoryGateway = { send: none, factsAt: none, test: none, forget: () => undefined };

const defaultSettings: ApiSettings = {
  repository: { id: 'local', title: 'School', nodeForm: 'map' },
  version: '1',
  contextPath: '/edu-sharing',
  publicUrl: undefined,
  allowedOrigins: new Set(),
  ownUrl: () => 'http://127.0.0.1',
  pageSize: 100,
  readTime: 60_000,
  publishedLimits: {},
  frontend: { values: {}, variables: {}, language: {} },
  checkAnswers: true,
};

interface LoneDispatch extends Partial<Pick<ApiSettings, 'readTime'>>, Partial<Pick<DispatchParts, 'answerBudget'>> {
  /** Replaces some of the handlers. */
  readonly handlersOver?: (handlers: Handlers) => Partial<Handlers>;
}

/** Dispatches the calls of a repository that is connected to no other. A failure that nobody foresaw rejects. */
export function loneDispatch(services: Services, options: LoneDispatch = {}): Transport {
  const {
    readTime = defaultSettings.readTime,
    answerBudget = createAnswerBudget({ page: 1_000_000, inFlight: 1_000_000 }),
    handlersOver = () => ({}),
  } = options;
  const settings = { ...defaultSettings, readTime };
  const process = { pid: 1, startedAt: '2026-01-01T00:00:00.000Z' };
  const handlers = createHandlers({ services, settings, gateway: noGateway, process });
  return createDispatch({
    elsewhere: createElsewhere({ services, gateway: noGateway, settings, searchTime: 1_000, received: answerBudget }),
    handlers: { ...handlers, ...handlersOver(handlers) },
    authenticate: createAuthenticate(services, undefined),
    requireNewCall: createRequireNewCall(services),
    settings,
    contentModel: services.contentModel,
    spelledName: (name) => services.userNames.spelled(name),
    answerBudget,
    newRequestId: () => 'r-1',
    reportFailure: (_id, error) => {
      throw error;
    },
  });
}
