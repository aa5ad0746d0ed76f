import { similarOf } from '../../base/nearest.ts';
import { createClient } from '../../client/client.ts';
import type { Transport } from '../../contract/call.ts';
import type { Output } from '../print/output.ts';
import { onOneLine } from '../print/printable.ts';

const unknownHeader = 'x-edu-unknown-properties';
const ignoredHeader = 'x-edu-ignored-properties';
const authoritiesHeader = 'x-edu-ignored-authorities';

/**
 * The known properties that misspelt ones were most likely meant to be. Empty if there are none, or if the server cannot list
 * them.
 */
async function meantBy(names: readonly string[], send: Transport): Promise<readonly string[]> {
  try {
    const { properties } = await createClient(send).getDictionary({ repository: '-home-' });
    const known = properties.map(({ name }) => name);
    return [...new Set(names.flatMap((name) => similarOf(known, name) ?? []))];
  } catch {
    // The properties are saved, so a failure of the hint must not look like a failure of the change.
    return [];
  }
}

async function unknownMessage(names: readonly string[], send: Transport): Promise<string> {
  const meant = await meantBy(names, send);
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
  return `Saved, although the content model of this repository lacks them: ${onOneLine(names.join(', '))}.${hint} To list known properties: edu-repo node properties`;
}

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

/**
 * Reports properties that the server ignored, or saved although its content model lacks them, and people and groups that it
 * left out of an ACL. Reports each name once.
 */
export function reportUnknownProperties(send: Transport, output: Output): Transport {
  const reported = new Set<string>();
  return async (call) => {
    const answer = await send(call);
    const newNames = (header: string): readonly string[] => {
      const names = namesOf(answer.headers[header] ?? '').filter((name) => !reported.has(name));
      for (const name of names) reported.add(name);
      return names;
    };
    const [unknown, ignored] = [newNames(unknownHeader), newNames(ignoredHeader)];
    const authorities = newNames(authoritiesHeader);
    if (unknown.length > 0) output.report(await unknownMessage(unknown, send));
    if (ignored.length > 0) {
      output.report(`Ignored, because only the repository can set them: ${onOneLine(ignored.join(', '))}.`);
    }
    if (authorities.length > 0) {
      output.report(`Left out, because there are no such people or groups: ${onOneLine(authorities.join(', '))}.`);
    }
    return answer;
  };
}
