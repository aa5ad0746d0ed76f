import { normalized } from '../../base/normalized.ts';

/** Maximum length without a number at the end. IDs have at most 100 characters. */
const maxBaseLength = 90;

/** An ID (letters, digits, `-`, `_`, `.`) from the last part of a path or URL, without a file extension. */
export function idOf(text: string): string {
  const last = text.split(/[/\\#]/).findLast((part) => part !== '') ?? '';
  const id = normalized(last.replace(/\.(?:xml|ttl|ya?ml|json|properties)$/i, ''), 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, maxBaseLength);
  return id === '' ? 'list' : id;
}

/** The ID, with a number appended if it is taken. Adds the result to `taken`. */
export function freeId(id: string, taken: Set<string>): string {
  const base = id.slice(0, maxBaseLength);
  let free = base;
  for (let number = 2; taken.has(free); number += 1) free = `${base}-${number}`;
  taken.add(free);
  return free;
}
