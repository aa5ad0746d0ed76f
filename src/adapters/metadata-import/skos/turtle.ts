import { EventEmitter } from 'node:events';
import { Parser, type Quad } from 'n3';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';

/** One statement of a Turtle text. Nodes without a name are told by a name of their own that begins with `_:`. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  readonly object:
    | { readonly kind: 'resource'; readonly address: string }
    | { readonly kind: 'text'; readonly value: string; readonly language: string };
  /** Where its object stands, from 1. */
  readonly line: number;
}

/** Characters handed over before other work gets its turn: a few milliseconds. */
const piece = 32 * 1024;

/** What relative addresses begin with, where the text states no base. */
const noBase = 'urn:relative:';

const nameOf = ({ termType, value }: Quad['subject'] | Quad['predicate'] | Quad['object']): string =>
  termType === 'BlankNode' ? `_:${value}` : value;

function statementOf({ subject, predicate, object }: Quad, line: number): Statement {
  return {
    subject: nameOf(subject),
    predicate: nameOf(predicate),
    object:
      object.termType === 'Literal'
        ? { kind: 'text', value: object.value, language: object.language }
        : { kind: 'resource', address: nameOf(object) },
    line,
  };
}

const placed = /^(.*?) on line (\d+)\.?$/s;

function complaint(file: string, error: Error) {
  const [, text, line] = placed.exec(error.message) ?? [];
  return unreadable(file, line === undefined ? null : Number(line), `it is no Turtle: ${text ?? error.message}`);
}

/**
 * Reads Turtle, and gives each statement to `take` in the order of the text. Nothing that it names is looked up. Throws
 * `BadRequest` with file and line at the first mistake.
 */
export function* readTurtle(file: string, source: string, take: (statement: Statement) => void): CooperativeTask<void> {
  const parser = new Parser({ format: 'text/turtle', baseIRI: noBase });
  const feed = new EventEmitter();
  // A statement is complete at the token behind its object.
  let objectLine = 1;
  let tokenLine = 1;
  const listeners = {
    onToken({ line }: { readonly line: number }) {
      objectLine = tokenLine;
      tokenLine = line;
    },
    // The package's types leave out that the quad is null at the end, and the error without one.
    onQuad(error: Error | null, quad: Quad | null) {
      if (error !== null) throw complaint(file, error);
      if (quad !== null) take(statementOf(quad, objectLine));
    },
  };
  parser.parse(feed, listeners);
  for (let from = 0; from < source.length; from += piece) {
    if (from > 0) yield;
    feed.emit('data', source.slice(from, from + piece));
  }
  feed.emit('end');
}
