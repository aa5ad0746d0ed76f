import type { Answer, Call, Transport } from '../contract/call.ts';
import { type OperationName, type Operations, operationNames, operations } from '../contract/index.ts';
import type { Arguments, Operation, Result } from '../contract/operation.ts';
import { writeWireQuery } from '../contract/wire-query.ts';
import { AnswerError } from './answer-error.ts';

/** An operation without any arguments is called without any. */
type ArgumentsOf<O extends Operation> =
  Record<never, never> extends Arguments<O> ? [input?: Arguments<O>] : [input: Arguments<O>];

/** One typed function for every operation of the table. Each rejects with `AnswerError` where the answer is no success. */
export type Client = {
  readonly [K in OperationName]: (...input: ArgumentsOf<Operations[K]>) => Promise<Result<Operations[K]>>;
};

/** Headers that go with every call, such as credentials; asked for each time, as they may change. */
export type ClientHeaders = () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

type GivenArguments = Readonly<Record<string, unknown>> & { readonly body?: unknown };

/** Makes the call that stands for an operation and its arguments, as it goes over the wire. */
export function callOf(name: OperationName, given: GivenArguments, headers: Readonly<Record<string, string>>): Call {
  const operation: Operation = operations[name];
  const params = operation.params === undefined ? {} : writeWireQuery(operation.params, given);
  return {
    operation: name,
    params: params as Readonly<Record<string, string>>,
    query: operation.query === undefined ? {} : writeWireQuery(operation.query, given),
    body: given.body,
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

/** Where nodes are answered in several forms, the one that the types of this client are. */
const typedForm = ({ query }: Operation): GivenArguments =>
  query !== undefined && Object.hasOwn(query.shape, 'nodeForm') ? { nodeForm: 'map' } : {};

/** Makes a client over any transport: HTTP, a daemon's socket, or in this process. */
export function createClient(send: Transport, headers: ClientHeaders = () => ({})): Client {
  const call = async (name: OperationName, given: GivenArguments = {}): Promise<unknown> =>
    resultOf(name, await send(callOf(name, { ...typedForm(operations[name]), ...given }, await headers())));
  const entries = operationNames.map((name) => [name, (given?: GivenArguments) => call(name, given)]);
  // The table says what each function takes and gives; the loop that makes them cannot.
  return Object.fromEntries(entries) as unknown as Client;
}
