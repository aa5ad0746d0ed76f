import type { FuzzCall, UrlText } from './call.ts';
import type { RawAnswer } from './connection.ts';
import type { DescribedOperation, ResponseBody } from './described-operations.ts';

/** Words that stand in the errors of programs, and say too much of this one. */
const innerDetail = /node_modules|\.[jt]s:\d+|\n\s+at |\/(?:src|dist|adapters)\/|ENOENT|EISDIR|ENOTDIR|\bTypeError\b/;

const isJson = ({ headers }: RawAnswer): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '');

function jsonMistake({ body }: RawAnswer, expected: ResponseBody & { kind: 'json' }): string | undefined {
  try {
    return expected.mistake(JSON.parse(body.toString('utf8')));
  } catch {
    return `no JSON: ${body.toString('utf8', 0, 200)}`;
  }
}

function bodyMistake(answer: RawAnswer, expected: ResponseBody): string | undefined {
  if (expected.kind === 'file') return undefined;
  if (expected.kind === 'empty') return answer.body.length === 0 ? undefined : 'a body where the document has none';
  if (!isJson(answer)) return `the type ${answer.headers.get('content-type')} instead of JSON`;
  return jsonMistake(answer, expected);
}

function refusalMistake(answer: RawAnswer, errors: ResponseBody & { kind: 'json' }): string | undefined {
  const mistake = bodyMistake(answer, errors);
  if (mistake !== undefined) return mistake;
  const text = answer.body.toString('utf8');
  return innerDetail.test(text) ? `inner detail: ${text.slice(0, 300)}` : undefined;
}

/** Of HTTP itself, for every request: header fields too large. */
const headTooLarge = 431;

const isText = (value: UrlText): boolean => typeof value === 'string';

/**
 * Whether a call is one of the operation. Another method, an empty part of the path, and what is no text in the URL lead to
 * another one, to none, or to no request at all.
 */
const isCallOf = ({ method }: DescribedOperation, call: FuzzCall): boolean =>
  call.method === method &&
  Object.values(call.params).every((value) => value !== '' && isText(value)) &&
  call.query.every(([, value]) => isText(value));

const unknownStatus = 'a status that the document does not have';

/** What an administrator names as another repository may be none, which is 502. No other call of a run reaches another one. */
const reachesOthers = 'addConnectedRepository';

function serverErrorMistake(operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined {
  const { status, headers, body } = answer;
  if (status === 502 && operation.id === reachesOthers) return clientErrorMistake(operation, call, answer);
  if (status !== 503) return body.toString('utf8', 0, 500);
  return headers.has('retry-after') ? undefined : 'no Retry-After';
}

/** Headers of our own, which the document has to tell of. */
const ownHeader = /^x-edu-/;

function headerMistake(operation: DescribedOperation, { status, headers }: RawAnswer): string | undefined {
  if (status === 429 && !headers.has('retry-after')) return 'no Retry-After';
  const untold = [...headers.keys()].find((name) => ownHeader.test(name) && !operation.tellsOf(name));
  return untold === undefined ? undefined : `the document does not tell of the header ${untold}`;
}

function clientErrorMistake(operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined {
  // All other statuses have the body of status 500.
  const errors = operation.response(answer.status) ?? operation.response(500);
  if (errors?.kind !== 'json') throw new Error(`The document does not say what an error of ${operation.id} is.`);
  const mistake = refusalMistake(answer, errors);
  if (mistake !== undefined) return mistake;
  const isKnown = answer.status === headTooLarge || operation.response(answer.status) !== undefined;
  return isKnown || !isCallOf(operation, call)
    ? undefined
    : `${unknownStatus}: ${answer.body.toString('utf8', 0, 300)}`;
}

function successMistake(operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined {
  if (!isCallOf(operation, call)) return undefined;
  const expected = operation.response(answer.status);
  return expected === undefined ? unknownStatus : bodyMistake(answer, expected);
}

const statusAndBodyMistake = (operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined =>
  answer.status >= 400 ? clientErrorMistake(operation, call, answer) : successMistake(operation, call, answer);

function ruleBroken(operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined {
  if (answer.status >= 500) return serverErrorMistake(operation, call, answer);
  // To HEAD there is no body to look at.
  if (call.method === 'HEAD') return undefined;
  return (
    statusAndBodyMistake(operation, call, answer) ??
    (isCallOf(operation, call) ? headerMistake(operation, answer) : undefined)
  );
}

/**
 * What an answer breaks of the rules: no 5xx but 503 with `Retry-After`, and 502 about another repository; a success and a refusal have the bodies that the
 * document describes, and statuses and headers that it knows; no refusal shows the inside of the program. Undefined: nothing.
 */
export function mistakeOf(operation: DescribedOperation, call: FuzzCall, answer: RawAnswer): string | undefined {
  const rule = ruleBroken(operation, call, answer);
  return rule === undefined ? undefined : `${answer.status}: ${rule}`;
}
