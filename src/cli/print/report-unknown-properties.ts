import type { Transport } from '../../contract/call.ts';
import type { Output } from './output.ts';
import { onOneLine } from './printable.ts';

/** What the headers of an answer that name words mean to whoever typed them. */
const remarks = {
  'x-edu-unknown-properties': (names: string): string =>
    `Kept, but not known to this repository: ${names}. Known ones: edu-repo node properties`,
  'x-edu-ignored-properties': (names: string): string =>
    `Left aside, as the repository itself says it: ${names}. Nobody can set that.`,
} as const;

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

/**
 * Tells of words that a server kept though its dictionary does not know them, and of those that it left aside; of each once,
 * however often it comes.
 */
export function reportUnknownProperties(send: Transport, output: Output): Transport {
  const told = new Set<string>();
  return async (call) => {
    const answer = await send(call);
    for (const [header, remark] of Object.entries(remarks)) {
      const names = namesOf(answer.headers[header] ?? '').filter((name) => !told.has(name));
      for (const name of names) told.add(name);
      if (names.length > 0) output.tell(remark(onOneLine(names.join(', '))));
    }
    return answer;
  };
}
