import { normalizeText } from '../../domain/renditions/extracted-text.ts';
import { plainTextLimit } from './plain-text.ts';

/** All that is kept was read, or all that there is time for: thrown to come back from wherever one is. */
export class EnoughText extends Error {
  override readonly name = 'EnoughText';
}

/** Takes in the text of a content, up to `plainTextLimit` characters. */
export interface Collector {
  /** Throws `EnoughText`. */
  add(text: string): void;
  /** What was taken in, tidied; empty where there was nothing but space. */
  text(): string;
}

/** `time`: in milliseconds from now. */
export function createCollector(time: number): Collector {
  const end = performance.now() + time;
  const parts: string[] = [];
  let left = plainTextLimit;
  let inLine = false;
  return {
    add(text) {
      // What parts words counts once, however much of it there is.
      if (text === '\n' && !inLine) return;
      inLine = text !== '\n';
      const part = text
        .replace(/[^\S\n\r]+/g, ' ')
        .replace(/ ?(?:[\n\r] ?)+/g, '\n')
        .slice(0, left);
      parts.push(part);
      left -= part.length;
      if (left <= 0 || performance.now() > end) throw new EnoughText();
    },
    text: () => normalizeText(parts.join('')),
  };
}
