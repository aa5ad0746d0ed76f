import { AnswerError } from '../../client/answer-error.ts';
import { columnsOf, printable } from '../print/printable.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** Letters that are shown before and behind the place of a mistake. */
const around = 30;

/** A stretch of the query, and on a line below it a caret under its letter at `position` (in characters, from 1). */
function windowAt(query: string, position: number): string {
  const letters = [...query].map((letter) => printable(letter.replace(/\s/u, ' ')));
  const [from, to] = [Math.max(0, position - 1 - around), position + around];
  const before = `${from > 0 ? '…' : ''}${letters.slice(from, position - 1).join('')}`;
  const behind = `${letters.slice(position - 1, to).join('')}${to < letters.length ? '…' : ''}`;
  return `${before}${behind}\n  ${' '.repeat(columnsOf(before))}^ character ${position}`;
}

interface Mistake {
  readonly position: number;
  readonly reason: string;
}

/** What a server says of a mistake in the query itself; mistakes in the statements of a metadata set are told in other words. */
function mistakeIn(error: unknown): Mistake | undefined {
  if (!(error instanceof AnswerError)) return undefined;
  const { details } = (error.body ?? {}) as {
    readonly details?: { readonly position?: unknown; readonly reason?: unknown };
  };
  const { position, reason } = details ?? {};
  if (typeof position !== 'number' || typeof reason !== 'string') return undefined;
  return error.message.startsWith('The query cannot be read at ') ? { position, reason } : undefined;
}

/** The same error; where the query was not understood, a failure that shows its place. */
export function shownInQuery(error: unknown, query: string): unknown {
  const mistake = mistakeIn(error);
  if (mistake === undefined) return error;
  const lines = {
    what: `The query cannot be read: ${printable(mistake.reason)}.`,
    why: windowAt(query, mistake.position),
    next: 'How queries are written: edu-repo help query',
  };
  return new Failure(exitCodes.error, lines, { cause: error });
}
