import { EventEmitter } from 'node:events';
import { Parser, type Quad } from 'n3';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';

/** One statement of a Turtle text. Blank nodes have generated names that begin with `_:`. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  readonly object:
    | { readonly kind: 'resource'; readonly address: string }
    | { readonly kind: 'text'; readonly value: string; readonly language: string };
  /** The line of its object, from 1. */
  readonly line: number;
}

/** Characters parsed before yielding to the event loop, which take a few milliseconds. */
const chunkLength = 32 * 1024;

/** The base of relative addresses if the text states none. */
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

const errorForm = /^(.*?) on line (\d+)\.?$/s;

function unreadableTurtle(file: string, error: Error) {
  const [, text, line] = errorForm.exec(error.message) ?? [];
  return unreadable(file, line === undefined ? null : Number(line), `it is not valid Turtle: ${text ?? error.message}`);
}

/**
 * Reads Turtle and calls `take` with each statement in the order of the text. Does not load any address. Throws `BadRequest`
 * with file and line at the first mistake.
 */
export function* readTurtle(file: string, source: string, take: (statement: Statement) => void): CooperativeTask<void> {
  const parser = new Parser({ format: 'text/turtle', baseIRI: noBase });
  const feed = new EventEmitter();
  // A statement is complete at the token after its object.
  let objectLine = 1;
  let tokenLine = 1;
  const listeners = {
    onToken({ line }: { readonly line: number }) {
      objectLine = tokenLine;
      tokenLine = line;
    },
    // Unlike the types of the package, the error may be null, and the quad is null at the end.
    onQuad(error: Error | null, quad: Quad | null) {
      if (error !== null) throw unreadableTurtle(file, error);
      if (quad !== null) take(statementOf(quad, objectLine));
    },
  };
  parser.parse(feed, listeners);
  for (let from = 0; from < source.length; from += chunkLength) {
    if (from > 0) yield;
    feed.emit('data', source.slice(from, from + chunkLength));
  }
  feed.emit('end');
}
