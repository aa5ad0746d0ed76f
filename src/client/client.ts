import type { Answer, Call, Transport } from '../contract/call.ts';
import { type OperationName, type Operations, operationNames, operations } from '../contract/index.ts';
import type { Arguments, Operation, Result } from '../contract/operation.ts';
import { writeWireQuery } from '../contract/wire-query.ts';
import { AnswerError } from './answer-error.ts';

/** The argument may be omitted if all of its fields are optional. */
type ArgumentsOf<O extends Operation> =
  Record<never, never> extends Arguments<O> ? [input?: Arguments<O>] : [input: Arguments<O>];

/** One typed function for every operation of the table. Each rejects with `AnswerError` if the status is an error. */
export type Client = {
  readonly [K in OperationName]: (...input: ArgumentsOf<Operations[K]>) => Promise<Result<Operations[K]>>;
};

/** The headers of every call, such as credentials. The client calls this each time, because they may change. */
export type ClientHeaders = () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

type AnyArguments = Readonly<Record<string, unknown>> & { readonly body?: unknown };

/** Converts an operation and its arguments to a call. */
export function callOf(name: OperationName, input: AnyArguments, headers: Readonly<Record<string, string>>): Call {
  const operation: Operation = operations[name];
  const params = operation.params === undefined ? {} : writeWireQuery(operation.params, input);
  return {
    operation: name,
    params: params as Readonly<Record<string, string>>,
    query: operation.query === undefined ? {} : writeWireQuery(operation.query, input),
    body: input.body,
    headers,
  };
}

function resultOf(name: OperationName, answer: Answer): unknown {
  if (answer.status >= 300) throw new AnswerError(name, answer);
  switch (answer.body.kind) {
    case 'json':
      return answer.body.value;
    case 'written-json':
      return answer.body.json.parse();
    case 'file':
      return answer.body.file;
    case 'empty':
      return undefined;
  }
}

/** The types of this client describe nodes in map form. */
const typedForm = ({ query }: Operation): AnyArguments =>
  query !== undefined && Object.hasOwn(query.shape, 'nodeForm') ? { nodeForm: 'map' } : {};

/** Creates a client over any transport: HTTP, the Unix socket of a daemon, or in this process. */
export function createClient(send: Transport, headers: ClientHeaders = () => ({})): Client {
  const call = async (name: OperationName, input: AnyArguments = {}): Promise<unknown> =>
    resultOf(name, await send(callOf(name, { ...typedForm(operations[name]), ...input }, await headers())));
  const entries = operationNames.map((name) => [name, (input?: AnyArguments) => call(name, input)]);
  // The type of each function follows from the table, but the compiler cannot derive it from the loop.
  return Object.fromEntries(entries) as unknown as Client;
}
