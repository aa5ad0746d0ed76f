import { createPrivateFile } from '../files/private-files.ts';
import { spreadsheetLine } from '../print/csv.ts';

interface NewPassword {
  readonly userName: string;
  readonly password: string;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface PasswordsFile {
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
  const write = async (cells: readonly string[]): Promise<void> => {
    await file.write(`${spreadsheetLine(cells, ';')}\r\n`);
    await file.sync();
  };
  await file.write('\ufeff');
  await write(['user', 'password', 'name', 'groups']);
  return {
    add: ({ userName, password, name, groups }) => write([userName, password, name, groups.join(' | ')]),
    close: () => file.close(),
  };
}
