import type { Transport } from '../contract/call.ts';
import type { Output } from './output.ts';
import { onOneLine } from './print/printable.ts';

const header = 'x-edu-unknown-properties';

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Another server may write names in a way of its own.
    return name;
  }
}

const namesOf = (value: string): string[] =>
  value
    .split(',')
    .map((name) => decoded(name.trim()))
    .filter((name) => name !== '');

/** Warns of words that a server kept though its dictionary does not know them; of each once, however often it comes. */
export function warningOfUnknownWords(send: Transport, output: Output): Transport {
  const told = new Set<string>();
  return async (call) => {
    const answer = await send(call);
    const names = namesOf(answer.headers[header] ?? '').filter((name) => !told.has(name));
    if (names.length === 0) return answer;
    for (const name of names) told.add(name);
    const listed = onOneLine(names.join(', '));
    output.tell(`Kept, but not known to this repository: ${listed}. Known ones: edu-repo node properties`);
    return answer;
  };
}
