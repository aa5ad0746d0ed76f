import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { quickPasswords, type Replacement } from './mutants.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** A build of sources that differ in a few texts. */
export interface Mutant {
  readonly program: string;
  remove(): Promise<void>;
}

/** Rejects unless the text stands in the file exactly once: then what is tested is what the program does. */
async function replaceOnce(folder: string, { file, text, by }: Replacement): Promise<void> {
  const path = join(folder, 'src', file);
  const before = await readFile(path, 'utf8');
  const times = before.split(text).length - 1;
  if (times !== 1) throw new Error(`${file} has ${times} times «${text}» instead of once: write the mutant anew.`);
  await writeFile(
    path,
    before.replace(text, () => by),
  );
}

/** Builds a copy of the sources with the replacements. The caller removes it. */
export async function makeMutant(replacements: readonly Replacement[]): Promise<Mutant> {
  const folder = await mkdtemp(join(tmpdir(), 'mutant-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const name of ['bin', 'src', 'rolldown.config.ts'])
      await cp(join(checkout, name), join(folder, name), { recursive: true });
    for (const name of ['LICENSE', 'package.json', 'tsconfig.json', 'data-template', 'node_modules']) {
      await symlink(join(checkout, name), join(folder, name));
    }
    for (const replacement of [quickPasswords, ...replacements]) await replaceOnce(folder, replacement);
    const options = ['--config', 'rolldown.config.ts', '--logLevel', 'warn', '--no-sourcemap'];
    await execa('node_modules/.bin/rolldown', options, { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  return { program: join(folder, 'bin', 'edu-repo.js'), remove };
}
