import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../..', import.meta.url));

const changedAt = async (path: string): Promise<number> => (await stat(join(root, path))).mtimeMs;

/** Builds the program, unless the build is newer than all that it is made of. */
export async function freshBuild(): Promise<void> {
  // A folder changes when a file in it is removed.
  const below = async (folder: string): Promise<string[]> =>
    (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name));
  const sources = [...(await below('src')), ...(await below('data-template/metadata-sets'))];
  const times = await Promise.all(['src', 'package.json', 'rolldown.config.ts', ...sources].map(changedAt));
  const built = await changedAt('dist/cli/main.js').catch(() => 0);
  if (built <= Math.max(...times)) await execa('npm', ['run', '--silent', 'build'], { cwd: root });
}
