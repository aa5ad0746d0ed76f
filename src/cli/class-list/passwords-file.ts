import { createPrivateFile } from '../files/private-files.ts';
import { spreadsheetLine } from '../print/csv.ts';

/** One line of the file. */
export interface NewPassword {
  readonly userName: string;
  readonly password: string;
  readonly name: string;
  readonly groups: readonly string[];
}

/** A new file with the passwords of new people. Whoever can read it can sign in as they. */
export interface PasswordsFile {
  /** Resolves when the line is on disk: only then the person may be made, so that no password is lost. */
  add(person: NewPassword): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the file, with mode 0600, and its title line. Refuses where something lies there. It is UTF-8 with a byte order
 * mark and `;` between cells: so a German spreadsheet opens it as a table, with its umlauts.
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
