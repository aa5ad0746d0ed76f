import type { Answer, Transport } from '../../src/contract/call.ts';
import type { OperationName } from '../../src/contract/index.ts';
import {
  type DescribedOperation,
  describedOperations,
  type OpenApiDocument,
  type ResponseBody,
} from '../fuzz/described-operations.ts';
import { generatedDocuments } from './documents.ts';

let known: ReadonlyMap<string, DescribedOperation> | undefined;

function described(name: OperationName): DescribedOperation {
  known ??= new Map(
    describedOperations(JSON.parse(generatedDocuments[0]?.text() ?? '') as OpenApiDocument).map((operation) => [
      operation.id,
      operation,
    ]),
  );
  const operation = known.get(name);
  if (operation === undefined) throw new Error(`openapi.json does not describe ${name}.`);
  return operation;
}

function bodyMistake({ body }: Answer, expected: ResponseBody): string | undefined {
  if (body.kind !== 'json' && body.kind !== 'written-json') {
    return body.kind === expected.kind ? undefined : `the body is ${body.kind}, and not ${expected.kind}`;
  }
  if (expected.kind !== 'json') return `the body is JSON, and not ${expected.kind}`;
  return expected.mistake(body.kind === 'json' ? JSON.parse(JSON.stringify(body.value)) : body.json.parse());
}

/** Headers of our own, which the document has to tell of. */
const ownHeader = /^x-edu-/;

function headerMistake({ status, headers }: Answer, operation: DescribedOperation): string | undefined {
  if (status === 429 && headers['retry-after'] === undefined) return 'no Retry-After';
  const untold = Object.keys(headers).find((name) => ownHeader.test(name) && !operation.tellsOf(name));
  return untold === undefined ? undefined : `the document does not tell of the header ${untold}`;
}

/** What an answer breaks of `openapi.json`: its status, body and headers. Undefined: nothing. */
export function documentMistake(name: OperationName, answer: Answer): string | undefined {
  const operation = described(name);
  const expected = operation.response(answer.status);
  if (expected === undefined) return `${name} does not have the status ${answer.status}`;
  const mistake = bodyMistake(answer, expected) ?? headerMistake(answer, operation);
  return mistake === undefined ? undefined : `${name}, ${answer.status}: ${mistake}`;
}

/** Sends calls as `send` does, and rejects where an answer, also an error, is not as `openapi.json` describes it. */
export const checkedByDocument =
  (send: Transport): Transport =>
  async (call) => {
    const answer = await send(call);
    const mistake = documentMistake(call.operation, answer);
    if (mistake !== undefined) throw new Error(`An answer is not as openapi.json describes it: ${mistake}`);
    return answer;
  };
