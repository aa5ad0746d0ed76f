import type { Transport } from '../../contract/call.ts';
import type { Output } from './output.ts';
import { onOneLine } from './printable.ts';

/** Messages by response header. Each header lists property names. */
const messages = {
  'x-edu-unknown-properties': (names: string): string =>
    `Saved, although the content model of this repository lacks them: ${names}. To list known properties: edu-repo node properties`,
  'x-edu-ignored-properties': (names: string): string => `Ignored, because only the repository can set them: ${names}.`,
} as const;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Servers other than edu-repo may not encode names.
    return name;
  }
}

const namesOf = (value: string): string[] =>
  value
    .split(',')
    .map((name) => decoded(name.trim()))
    .filter((name) => name !== '');

/** Reports properties that the server ignored, or saved although its content model lacks them. Reports each name once. */
export function reportUnknownProperties(send: Transport, output: Output): Transport {
  const reported = new Set<string>();
  return async (call) => {
    const answer = await send(call);
    for (const [header, message] of Object.entries(messages)) {
      const names = namesOf(answer.headers[header] ?? '').filter((name) => !reported.has(name));
      for (const name of names) reported.add(name);
      if (names.length > 0) output.report(message(onOneLine(names.join(', '))));
    }
    return answer;
  };
}
