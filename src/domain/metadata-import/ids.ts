import { normalized } from '../../base/normalized.ts';

/** Ids have a hundred characters, some of them for a number at the end. */
const longestBase = 90;

/** An id (letters, digits, `-`, `_`, `.`) made of a path or an address: its last part, without the ending of a file. */
export function idOf(text: string): string {
  const last = text.split(/[/\\#]/).findLast((part) => part !== '') ?? '';
  const id = normalized(last.replace(/\.(?:xml|ttl|ya?ml|json|properties)$/i, ''), 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, longestBase);
  return id === '' ? 'list' : id;
}

/** The id, or one with a number behind it where it is taken; it is taken from then on. */
export function freeId(id: string, taken: Set<string>): string {
  const base = id.slice(0, longestBase);
  let free = base;
  for (let number = 2; taken.has(free); number += 1) free = `${base}-${number}`;
  taken.add(free);
  return free;
}
