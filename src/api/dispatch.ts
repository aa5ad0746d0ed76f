import { notFound } from '../base/errors/errors.ts';
import type { Answer, AnswerBody, Call, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import { ErrorResponse } from '../contract/objects/common.ts';
import type { Operation } from '../contract/operation.ts';
import { WrittenJson } from '../contract/written-json.ts';
import type { ContentModel } from '../domain/content-model/content-model.ts';
import type { Handlers } from './handler.ts';
import { requireAccess } from './request/access.ts';
import { type ParsedInput, parseInput } from './request/parse-input.ts';
import type { RequestContext } from './request-context.ts';
import type { AnswerBudget, AnswerReservation } from './response/answer-budget.ts';
import { errorAnswer, type ReportFailure } from './response/error-answer.ts';
import { fileAnswer } from './response/file-answer.ts';
import type { FileOffer } from './response/file-offer.ts';
import { representationOf } from './response/node-representation.ts';
import { createUrlBuilderFor } from './response/url-builder.ts';
import type { ApiSettings } from './settings.ts';
import type { Authenticate } from './sign-in/authenticate.ts';
import { requireOwnSite } from './sign-in/cross-site.ts';
import type { Identity } from './sign-in/identity.ts';

/** How every handler looks once its operation is only known at run time. */
type AnyHandler = (input: ParsedInput, context: RequestContext) => Promise<unknown> | unknown;

export interface DispatchParts {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly settings: ApiSettings;
  /** Reads the names of properties. */
  readonly dictionary: Pick<ContentModel, 'shortName'>;
  readonly answerBudget: AnswerBudget;
  readonly newRequestId: () => string;
  readonly reportFailure: ReportFailure;
}

function answerBody(operation: Operation, result: unknown): AnswerBody {
  if (operation.result === 'empty') return { kind: 'empty' };
  return result instanceof WrittenJson ? { kind: 'written-json', json: result } : { kind: 'json', value: result };
}

/** Whatever is answered must be what the table promises. */
function checkAnswer(operation: Operation, answer: Answer): void {
  const { body } = answer;
  if (body.kind !== 'json' && body.kind !== 'written-json') return;
  const schema = answer.status < 300 ? operation.result : ErrorResponse;
  if (typeof schema === 'string') throw new Error(`${operation.path} answers JSON where the table says ${schema}.`);
  schema.parse(body.kind === 'json' ? body.value : body.json.parse());
}

/** The only pipeline. A call is authenticated and admitted before its body is read; then it is parsed and handled. */
export function createDispatch(parts: DispatchParts): Transport {
  const { settings } = parts;
  const linksFor = createUrlBuilderFor(settings);

  const requireHomeRepository = (params: Call['params']): void => {
    const repository = params['repository'];
    if (repository === undefined || repository === '-home-' || repository === settings.repository.id) return;
    throw notFound('Repository', repository.slice(0, 100));
  };

  const requireAdmission = (operation: Operation, call: Call, identity: Identity): void => {
    requireAccess(operation, identity, call.params);
    requireOwnSite(operation, identity, call.headers, settings);
    requireHomeRepository(call.params);
  };

  const handle = (
    operation: Operation,
    call: Call,
    identity: Identity,
    headers: Record<string, string>,
    room: AnswerReservation,
  ): Promise<unknown> | unknown => {
    const input = parseInput(operation, call);
    const context: RequestContext = {
      identity,
      caller: identity.caller,
      peer: call.peer,
      locale: call.headers['locale'],
      links: linksFor(call.headers),
      look: representationOf(input.query, settings.repository.nodeForm, parts.dictionary),
      room,
      setHeader: (name, value) => {
        headers[name] = value;
      },
    };
    // `Handlers` pairs each name with its input; a name from the wire cannot say so to the compiler.
    const handler = parts.handlers[call.operation] as unknown as AnyHandler;
    return handler(input, context);
  };

  /** What is known at once is not waited for: each wait costs more than most of the steps. */
  const answerTo = async (operation: Operation, call: Call, headers: Record<string, string>): Promise<Answer> => {
    const room = parts.answerBudget.open();
    try {
      const known = parts.authenticate(call);
      const identity = known instanceof Promise ? await known : known;
      if (call.trace !== undefined) call.trace.userName = identity.caller.userName;
      requireAdmission(operation, call, identity);
      const received = call.readBody === undefined ? call : { ...call, body: await call.readBody() };
      const returned = handle(operation, received, identity, headers, room);
      const result = returned instanceof Promise ? await returned : returned;
      // A handler's type ties it to its operation's result.
      // Awaited, so that a refusal in it is answered, too.
      if (operation.result === 'file') return await fileAnswer(result as FileOffer, call.headers, headers);
      return { status: 200, headers, body: answerBody(operation, result) };
    } catch (error) {
      const failure = errorAnswer(error, call.trace?.requestId ?? parts.newRequestId(), parts.reportFailure);
      // What a handler said of its answer, such as that nobody may keep it, holds for a failure too.
      return { ...failure, headers: { ...headers, ...failure.headers } };
    } finally {
      // From here on the connection holds what the answer takes.
      room.close();
    }
  };

  return async (call) => {
    const operation: Operation = operations[call.operation];
    const answer = answerTo(operation, call, {});
    if (settings.checkAnswers) checkAnswer(operation, await answer);
    return answer;
  };
}
