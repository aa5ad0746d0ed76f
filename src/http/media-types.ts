import { RepositoryError } from '../base/errors/errors.ts';

const jsonType = /^\s*(?:application\/(?:[\w.+-]+\+)?json|text\/json)\s*(?:;|$)/i;

/** Whether a body with this `Content-Type` is JSON. A client that states no type means JSON. */
export const isJsonType = (contentType: string): boolean => contentType.trim() === '' || jsonType.test(contentType);

export const wrongMediaType = (contentType: string): RepositoryError =>
  new RepositoryError(
    'WrongMediaType',
    `The Content-Type is ${contentType.trim().slice(0, 100)}, but this call takes JSON. Send it with Content-Type: application/json.`,
  );

/** The media ranges that include JSON. The most specific one in `Accept` applies (RFC 9110, 12.5.1). */
const jsonRanges = ['application/json', 'application/*', '*/*'];

/** What most clients send. */
const plainAccepts: ReadonlySet<string> = new Set(['', 'application/json', '*/*']);

const weight = /;\s*q\s*=\s*([\d.]+)/;

/** Whether a client with this `Accept` takes JSON. Parameters other than the weight do not matter. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || plainAccepts.has(accept)) return true;
  const ranges = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((range) => [(range.split(';')[0] ?? '').trim(), Number(weight.exec(range)?.[1] ?? 1)]),
  );
  const range = jsonRanges.find((each) => ranges.has(each));
  return range !== undefined && ranges.get(range) !== 0;
}

export const notAcceptable = (): RepositoryError =>
  new RepositoryError(
    'NotAcceptable',
    'The header Accept excludes application/json, and this call returns nothing else. Add application/json to it, or omit it.',
  );
