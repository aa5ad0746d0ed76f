import { type FileHandle, open, readFile } from 'node:fs/promises';
import { spreadsheetLine, withoutFormulaGuard } from '../../base/csv.ts';
import { createPrivateFile } from '../files/private-files.ts';

interface NewPassword {
  readonly userName: string;
  readonly password: string;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface PasswordsFile {
  /** The password that an interrupted import wrote for a person it did not create. */
  written(userName: string): string | undefined;
  /** Resolves when the line is on disk. Create the person after that, so that no password is lost. */
  add(person: NewPassword): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a file for the passwords of new people, with mode 0600 and a header line. Rejects if the file exists. With a
 * byte order mark and `;` as delimiter, German spreadsheets open it as a table with correct umlauts.
 */
export async function createPasswordsFile(path: string): Promise<PasswordsFile> {
  const file = await createPrivateFile(path);
  const passwords = passwordsIn(file);
  await file.write('\ufeff');
  await passwords.add({ userName: 'user', password: 'password', name: 'name', groups: ['groups'] });
  return passwords;
}

/** Lines that are whole up to the password. The last line of an interrupted import may be half of one. */
const writtenLine = /^("(?:[^"]|"")*"|[^";]*);([a-z0-9-]+);/;

function passwordsOf(text: string): ReadonlyMap<string, string> {
  const passwords = new Map<string, string>();
  for (const line of text.split('\r\n').slice(1)) {
    const [, cell = '', password = ''] = writtenLine.exec(line) ?? [];
    const userName = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    if (password !== '') passwords.set(withoutFormulaGuard(userName), password);
  }
  return passwords;
}

/** Opens the file of an import that goes on, to write the passwords of the other people to its end. */
export async function openPasswordsFile(path: string): Promise<PasswordsFile> {
  const text = await readFile(path, 'utf8');
  const file = await open(path, 'a', 0o600);
  if (!text.endsWith('\r\n')) await file.write('\r\n');
  return passwordsIn(file, passwordsOf(text));
}

function passwordsIn(file: FileHandle, written: ReadonlyMap<string, string> = new Map()): PasswordsFile {
  const write = async (cells: readonly string[]): Promise<void> => {
    await file.write(`${spreadsheetLine(cells, ';')}\r\n`);
    await file.sync();
  };
  return {
    written: (userName) => written.get(userName),
    add: ({ userName, password, name, groups }) => write([userName, password, name, groups.join(' | ')]),
    close: () => file.close(),
  };
}
