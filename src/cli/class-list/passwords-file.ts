import { spreadsheetLine } from '../print/csv.ts';
import { createPrivateFile } from '../private-files.ts';

/** A new file with the passwords of new people. Whoever can read it can sign in as they. */
export interface PasswordsFile {
  /** Resolves when the line is on disk: only then the person may be made, so that no password is lost. */
  add(person: { readonly userName: string; readonly password: string; readonly name: string }): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file, with mode 0600, and its title line. Refuses where something lies there. */
export async function createPasswordsFile(path: string): Promise<PasswordsFile> {
  const file = await createPrivateFile(path);
  const write = async (cells: readonly string[]): Promise<void> => {
    await file.write(`${spreadsheetLine(cells)}\r\n`);
    await file.sync();
  };
  await write(['user', 'password', 'name']);
  return {
    add: ({ userName, password, name }) => write([userName, password, name]),
    close: () => file.close(),
  };
}
