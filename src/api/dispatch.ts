import { dryRun } from '../base/dry-run.ts';
import { badRequest } from '../base/errors/errors.ts';
import { isPromise } from '../base/scheduling/maybe-promise.ts';
import type { Answer, AnswerBody, Call, Transport } from '../contract/call.ts';
import { dryRunHeader } from '../contract/dry-run.ts';
import type { UploadedFile } from '../contract/file-body.ts';
import { operations } from '../contract/index.ts';
import { ErrorResponse } from '../contract/objects/common.ts';
import type { Operation } from '../contract/operation.ts';
import { WrittenJson } from '../contract/written-json.ts';
import type { ContentModel } from '../domain/content-model/content-model.ts';
import type { Handlers } from './handler.ts';
import type { Elsewhere } from './network/elsewhere.ts';
import { requireAccess } from './request/access.ts';
import { type ParsedInput, parseInput } from './request/parse-input.ts';
import type { RequestRates } from './request/request-rates.ts';
import type { RequestContext } from './request-context.ts';
import type { AnswerBudget, AnswerReservation } from './response/answer-budget.ts';
import { errorAnswer, type ReportFailure, refusalOf } from './response/error-answer.ts';
import { fileAnswer } from './response/file-answer.ts';
import type { FileOffer, Redirect } from './response/file-offer.ts';
import { representationOf } from './response/node-representation.ts';
import { withinTime } from './response/time-limit.ts';
import { createUrlBuilderFor, type UrlBuilder } from './response/url-builder.ts';
import type { ApiSettings } from './settings.ts';
import type { Authenticate } from './sign-in/authenticate.ts';
import { confirmedUpload } from './sign-in/confirmed-upload.ts';
import { requireOwnSite } from './sign-in/cross-site.ts';
import type { Identity } from './sign-in/identity.ts';
import type { RequireNewCall } from './sign-in/repeated-calls.ts';

/** The type of a handler whose operation is known only at run time. */
type AnyHandler = (input: ParsedInput, context: RequestContext) => Promise<unknown> | unknown;

export interface DispatchParts {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly requireNewCall: RequireNewCall;
  /** Calls to connected repositories. */
  readonly elsewhere: Elsewhere;
  readonly settings: ApiSettings;
  /** The stored spelling of a user name. */
  readonly spelledName: (userName: string) => string;
  /** Resolves property names. */
  readonly contentModel: Pick<ContentModel, 'shortName'>;
  readonly answerBudget: AnswerBudget;
  /** Undefined: no limits. */
  readonly requestRates?: RequestRates;
  readonly newRequestId: () => string;
  readonly reportFailure: ReportFailure;
}

interface Dispatch extends DispatchParts {
  readonly urlBuilderFor: (headers: Call['headers']) => UrlBuilder;
}

/** What belongs to one call besides its input. */
interface Exchange {
  readonly identity: Identity;
  /** The headers of the response. */
  readonly headers: Record<string, string>;
  readonly reservation: AnswerReservation;
}

function answerBody(operation: Operation, result: unknown): AnswerBody {
  if (operation.result === 'empty') return { kind: 'empty' };
  return result instanceof WrittenJson ? { kind: 'written-json', json: result } : { kind: 'json', value: result };
}

/** Throws if a response differs from the schema of its operation. */
function checkAnswer(operation: Operation, answer: Answer): void {
  const { body } = answer;
  if (body.kind !== 'json' && body.kind !== 'written-json') return;
  const schema = answer.status < 300 ? operation.result : (operation.errorBodies?.[answer.status] ?? ErrorResponse);
  if (typeof schema === 'string') throw new Error(`${operation.path} returns JSON, but declares ${schema}.`);
  schema.parse(body.kind === 'json' ? body.value : body.json.parse());
}

function isForHome(params: Call['params'], { repository: { id } }: ApiSettings): boolean {
  const repository = params['repository'];
  return repository === undefined || repository === '-home-' || repository === id;
}

/** The path parameters and query parameters that name a person. `member` may name a group as well. */
const personParameters = ['person', 'user', 'member'] as const;
const ownerParameter = 'owner';

/** The call with the names of people in its address as they are stored. */
function withSpelledNames(call: Call, spelled: DispatchParts['spelledName']): Call {
  const { params, query } = call;
  const named = personParameters.find((name) => params[name] !== undefined);
  if (named === undefined) return call;
  const owner = query[ownerParameter];
  return {
    ...call,
    params: { ...params, [named]: spelled(params[named] ?? '') },
    ...(typeof owner === 'string' ? { query: { ...query, [ownerParameter]: spelled(owner) } } : {}),
  };
}

/** Checks everything that can be checked before the body is read. */
function requireAdmission(operation: Operation, call: Call, identity: Identity, settings: ApiSettings): void {
  requireAccess(operation, identity, call.params);
  requireOwnSite(operation, identity, call.headers, settings);
}

const requestIdOf = ({ newRequestId }: Dispatch, { trace }: Call): string => trace?.requestId ?? newRequestId();

function handle(
  dispatch: Dispatch,
  operation: Operation,
  call: Call,
  { identity, headers, reservation }: Exchange,
): Promise<unknown> | unknown {
  const { handlers, settings, contentModel, urlBuilderFor } = dispatch;
  const input = parseInput(operation, call);
  const context: RequestContext = {
    identity,
    caller: identity.caller,
    clientAddress: call.clientAddress,
    locale: call.headers['locale'],
    links: urlBuilderFor(call.headers),
    representation: representationOf(input.query, settings.repository.nodeForm, contentModel),
    reservation,
    refusal: (error) => refusalOf(error, requestIdOf(dispatch, call)),
    setHeader: (name, value) => {
      headers[name] = value;
    },
  };
  // `Handlers` pairs each name with its input; the compiler cannot know which pair the name in a call selects.
  const handler = handlers[call.operation] as unknown as AnyHandler;
  return handler(input, context);
}

/** Responds to a call to another repository, or to all of them. */
async function answerElsewhere(dispatch: Dispatch, call: Call, exchange: Exchange): Promise<Answer> {
  const { identity, headers, reservation } = exchange;
  return dispatch.elsewhere(call, identity, {
    reservation,
    headers,
    requireNewCall: dispatch.requireNewCall,
    async atHome(here) {
      // The nodes of this search count separately: some of them are not in the response.
      const own = dispatch.answerBudget.open();
      try {
        const result = await handle(dispatch, operations[here.operation], here, {
          identity,
          headers: {},
          reservation: own,
        });
        return result instanceof WrittenJson ? result.parse() : result;
      } finally {
        own.close();
      }
    },
  });
}

async function bodyOf(operation: Operation, call: Call, identity: Identity): Promise<unknown> {
  const body = call.readBody === undefined ? call.body : await call.readBody();
  const isFile = operation.body?.kind === 'upload' && body !== undefined;
  return isFile ? confirmedUpload(body as UploadedFile, identity) : body;
}

/** Awaits only promises, because each `await` costs more than most of the steps. */
async function answerTo(dispatch: Dispatch, operation: Operation, call: Call): Promise<Answer> {
  const headers: Record<string, string> = call.dryRun === true ? { [dryRunHeader]: 'true' } : {};
  const reservation = dispatch.answerBudget.open();
  try {
    dispatch.requestRates?.countAddress(call.clientAddress);
    const authenticated = dispatch.authenticate(call);
    const identity = isPromise(authenticated) ? await authenticated : authenticated;
    if (call.trace !== undefined) call.trace.userName = identity.caller.userName;
    dispatch.requestRates?.countCaller(call.clientAddress, identity);
    if (!isForHome(call.params, dispatch.settings)) {
      if (call.dryRun === true) throw badRequest('A dry run is possible only in this repository. Use -home-.');
      return await answerElsewhere(dispatch, call, { identity, headers, reservation });
    }
    const spelled = call.operation === 'createPerson' ? call : withSpelledNames(call, dispatch.spelledName);
    requireAdmission(operation, spelled, identity, dispatch.settings);
    const hasBody = call.readBody !== undefined || operation.body?.kind === 'upload';
    const received = hasBody ? { ...spelled, body: await bodyOf(operation, spelled, identity) } : spelled;
    const isNew = dispatch.requireNewCall(received, identity);
    if (isNew !== undefined) await isNew;
    const exchange = { identity, headers, reservation };
    if (call.dryRun === true) {
      await dryRun(() => handle(dispatch, operation, received, exchange));
      return { status: 200, headers, body: { kind: 'empty' } };
    }
    const returned = handle(dispatch, operation, received, exchange);
    const { readTime } = dispatch.settings;
    const result = isPromise(returned) ? await withinTime(operation, readTime, returned) : returned;
    // The type of the handler guarantees an offer. Awaited here, so that a failure becomes a response.
    if (operation.result === 'file') return await fileAnswer(result as FileOffer | Redirect, call.headers, headers);
    return { status: 200, headers, body: answerBody(operation, result) };
  } catch (error) {
    const failure = errorAnswer(error, requestIdOf(dispatch, call), dispatch.reportFailure);
    // Headers that the handler set before it failed, such as `Cache-Control: no-store`, apply to the failure too.
    return { ...failure, headers: { ...headers, ...failure.headers } };
  } finally {
    // From here on, the HTTP connection counts the bytes of the response.
    reservation.close();
  }
}

/**
 * The pipeline of all calls. A call is authenticated and admitted before its body is read. Then it is parsed and handled.
 * Failures become responses, so the transport rejects only if a response differs from its schema and `checkAnswers` is on.
 */
export function createDispatch(parts: DispatchParts): Transport {
  const dispatch: Dispatch = { ...parts, urlBuilderFor: createUrlBuilderFor(parts.settings) };
  return async (call) => {
    const operation: Operation = operations[call.operation];
    const answer = answerTo(dispatch, operation, call);
    if (parts.settings.checkAnswers) checkAnswer(operation, await answer);
    return answer;
  };
}
