import { decodedText } from '../text/decoded-text.ts';
import { unreadable } from './unreadable.ts';

/** A file that was brought, as it lies on the disk of whoever brings it. */
export interface ImportFile {
  /** Its path from where the import was begun, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** It lay beside what was named: it is read only where another file refers to it. */
  readonly beside: boolean;
}

/** What a file seems to be; `none` where no import can use it. */
export type FileKind = 'xml' | 'bundle' | 'turtle' | 'own' | 'none';

const kindsByEnding: readonly (readonly [RegExp, FileKind])[] = [
  [/\.xml$/i, 'xml'],
  [/\.properties$/i, 'bundle'],
  [/\.(?:ttl|turtle|nt)$/i, 'turtle'],
  [/\.(?:ya?ml|json)$/i, 'own'],
];

/** By the name: a file that is something else inside is told with its first line that is none of that kind. */
export const kindOf = ({ name }: Pick<ImportFile, 'name'>): FileKind =>
  kindsByEnding.find(([ending]) => ending.test(name))?.[1] ?? 'none';

const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
/** So far an XML declaration reaches. */
const declarationLength = 200;

/**
 * The text of a file: XML in the encoding that it declares, where that is a known one; all else as `decodedText`.
 * Undefined where it is no text.
 */
export function textOfFile({ name, bytes }: Pick<ImportFile, 'name' | 'bytes'>): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationLength));
  const label = kindOf({ name }) === 'xml' ? declared.exec(head)?.[1] : undefined;
  if (label !== undefined && !/^utf-?(?:8|16)/i.test(label)) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // An encoding that nobody knows: what the bytes look like is as good a guess.
    }
  }
  return decodedText(bytes)?.replace(/^\uFEFF/, '');
}

/** The text of a file that has to be one. */
export function requiredText(file: ImportFile): string {
  const text = textOfFile(file);
  if (text === undefined) throw unreadable(file.name, null, 'it is no text, whatever its name says');
  return text;
}

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

/** The folders of a file, with a `/` at the end; empty where it has none. */
export const folderOf = (path: string): string => path.slice(0, path.length - baseName(path).length);
