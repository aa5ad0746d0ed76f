import { cleanedStatements, type FileStatements, type RawStatements } from '../../domain/renditions/file-statements.ts';
import { normalizeText } from '../../domain/text/normalize-text.ts';
import { collapseBlanks } from './markup-text.ts';
import { plainTextLimit } from './plain-text.ts';

/** The collector has reached its maximum length or its time limit. */
export class EnoughText extends Error {
  override readonly name = 'EnoughText';
}

/** Collects the text of a content, up to `plainTextLimit` characters, and what the file says of itself. */
export interface Collector {
  /** Throws `EnoughText`. */
  add(text: string): void;
  /** Notes what the file says of itself. A file that cannot be read there is still read for its text. */
  note(read: () => Promise<RawStatements> | RawStatements): Promise<void>;
  said(): FileStatements;
  /** The collected text, normalized; empty if there was only white space. */
  text(): string;
}

/** `time`: the time limit, in milliseconds from now. */
export function createCollector(time: number): Collector {
  const end = performance.now() + time;
  const parts: string[] = [];
  let left = plainTextLimit;
  let inLine = false;
  let said: FileStatements = {};
  return {
    add(text) {
      // Several line breaks count as one.
      if (text === '\n' && !inLine) return;
      inLine = text !== '\n';
      const part = collapseBlanks(text).slice(0, left);
      parts.push(part);
      left -= part.length;
      if (left <= 0 || performance.now() > end) throw new EnoughText();
    },
    async note(read) {
      try {
        said = { ...cleanedStatements(await read()), ...said };
      } catch {
        // The text reader tells what is wrong with the file.
      }
    },
    said: () => said,
    text: () => normalizeText(parts.join('')),
  };
}
