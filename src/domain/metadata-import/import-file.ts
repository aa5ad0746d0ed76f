import { decodedText } from '../text/decoded-text.ts';
import { unreadable } from './unreadable.ts';

/** A file to import, as on the disk of the user. */
export interface ImportFile {
  /** Its path relative to the working directory of the user, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The user did not name it: it was next to a named file. It is read only if another file refers to it. */
  readonly beside: boolean;
}

/** The kind of a file by its name; `own` is edu-repo's own format. `none`: the import cannot use it. */
export type FileKind = 'xml' | 'bundle' | 'turtle' | 'own' | 'none';

const kindsByEnding: readonly (readonly [RegExp, FileKind])[] = [
  [/\.xml$/i, 'xml'],
  [/\.properties$/i, 'bundle'],
  [/\.(?:ttl|turtle|nt)$/i, 'turtle'],
  [/\.(?:ya?ml|json)$/i, 'own'],
];

/** The kind of a file by its name. If the content is of another kind, the reader fails at the first invalid line. */
export const kindOf = ({ name }: Pick<ImportFile, 'name'>): FileKind =>
  kindsByEnding.find(([ending]) => ending.test(name))?.[1] ?? 'none';

const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
/** Number of bytes to search for an XML declaration. */
const declarationLength = 200;

/**
 * The text of a file. XML is decoded in its declared encoding if that is known, other files with `decodedText`. Undefined if
 * the file is not text.
 */
export function textOfFile({ name, bytes }: Pick<ImportFile, 'name' | 'bytes'>): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationLength));
  const label = kindOf({ name }) === 'xml' ? declared.exec(head)?.[1] : undefined;
  if (label !== undefined && !/^utf-?(?:8|16)/i.test(label)) {
    try {
      // Outside of stream mode, Node.js 20 decodes the quotation marks of Windows-1252 as control characters.
      return new TextDecoder(label).decode(bytes, { stream: true });
    } catch {
      // The encoding is unknown. Detect it from the bytes instead.
    }
  }
  return decodedText(bytes)?.replace(/^\uFEFF/, '');
}

/** The text of a file. Throws `BadRequest` if it is not text. */
export function requiredText(file: ImportFile): string {
  const text = textOfFile(file);
  if (text === undefined) throw unreadable(file.name, null, 'it is not a text file');
  return text;
}

/** The name of a file without its path. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

/** The path of a file without its name, with `/` at the end; empty if it has none. */
export const folderOf = (path: string): string => path.slice(0, path.length - baseName(path).length);
