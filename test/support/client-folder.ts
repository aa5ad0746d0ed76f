import { existsSync } from 'node:fs';
import { cp, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { temporaryFolder } from './repository.ts';

const clients = fileURLToPath(new URL('../clients', import.meta.url));
const tsx = fileURLToPath(new URL('../../node_modules/.bin/tsx', import.meta.url));

/** A copy of `test/clients` with the document that a server serves, in which clients are generated, compiled and run. */
export interface ClientFolder {
  readonly path: string;
  /** Runs a program of the packages of the clients. Rejects with what it printed where it fails. */
  run(program: string, ...args: string[]): Promise<void>;
  /** Runs a file of the folder. Resolves to what it printed. */
  start(file: string, ...args: string[]): Promise<string>;
}

/** Installs the packages by their own lock file, where they are not there yet. */
async function install(): Promise<void> {
  if (existsSync(join(clients, 'node_modules', '.package-lock.json'))) return;
  await execa('npm', ['ci'], { cwd: clients });
}

/** The caller removes the folder. `document` is the text of `openapi.json`. */
export async function makeClientFolder(document: string): Promise<ClientFolder> {
  await install();
  const path = await temporaryFolder();
  for (const name of await readdir(clients)) {
    if (/\.(?:ts|json)$/.test(name)) await cp(join(clients, name), join(path, name));
  }
  await symlink(join(clients, 'node_modules'), join(path, 'node_modules'));
  await writeFile(join(path, 'openapi.json'), document);
  return {
    path,
    async run(program, ...args) {
      await execa(join(path, 'node_modules', '.bin', program), args, { cwd: path });
    },
    async start(file, ...args) {
      const { stdout } = await execa(tsx, [file, ...args], { cwd: path });
      return stdout;
    },
  };
}
