import { AnswerError } from '../../client/answer-error.ts';
import { columnsOf, printable } from '../print/printable.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** The number of characters shown on each side of an error. */
const context = 30;

/** The part of the query around `position` (in characters, from 1), with a caret below that character. */
function windowAt(query: string, position: number): string {
  const letters = [...query].map((letter) => printable(letter.replace(/\s/u, ' ')));
  const [from, to] = [Math.max(0, position - 1 - context), position + context];
  const before = `${from > 0 ? '…' : ''}${letters.slice(from, position - 1).join('')}`;
  const after = `${letters.slice(position - 1, to).join('')}${to < letters.length ? '…' : ''}`;
  return `${before}${after}\n  ${' '.repeat(columnsOf(before))}^ character ${position}`;
}

interface Mistake {
  readonly position: number;
  readonly reason: string;
}

/** The syntax error in the query; undefined for other errors, including those in the statements of a metadata set. */
function mistakeIn(error: unknown): Mistake | undefined {
  if (!(error instanceof AnswerError)) return undefined;
  const { details } = (error.body ?? {}) as {
    readonly details?: { readonly position?: unknown; readonly reason?: unknown };
  };
  const { position, reason } = details ?? {};
  if (typeof position !== 'number' || typeof reason !== 'string') return undefined;
  return error.message.startsWith('The query cannot be read at ') ? { position, reason } : undefined;
}

/** A failure that shows the position of a syntax error in the query. Other errors are returned unchanged. */
export function shownInQuery(error: unknown, query: string): unknown {
  const mistake = mistakeIn(error);
  if (mistake === undefined) return error;
  const lines = {
    what: `The query is invalid: ${printable(mistake.reason)}.`,
    why: windowAt(query, mistake.position),
    next: 'To read about the query language: edu-repo help query',
  };
  return new Failure(exitCodes.error, lines, { cause: error });
}
