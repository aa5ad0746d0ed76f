import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import config from '../../rolldown.config.ts';
import { quickPasswords, type Replacement } from './mutants.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** A build of sources that differ in a few texts. */
export interface Mutant {
  readonly program: string;
  remove(): Promise<void>;
}

/** The sources that differ, by their path below `src`. Rejects unless each text stands in its file exactly once. */
async function changedSources(replacements: readonly Replacement[]): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const { file, text, by } of replacements) {
    const before = sources.get(file) ?? (await readFile(join(checkout, 'src', file), 'utf8'));
    const times = before.split(text).length - 1;
    if (times !== 1) throw new Error(`${file} has ${times} times «${text}» instead of once: write the mutant anew.`);
    sources.set(
      file,
      before.replace(text, () => by),
    );
  }
  return sources;
}

/** Reads these sources instead of those of the checkout: copying all of them takes as long as the build. */
const reading = (sources: ReadonlyMap<string, string>): Plugin => ({
  name: 'mutant',
  load: {
    filter: { id: [...sources.keys()].map((file) => join(checkout, 'src', file)) },
    handler: (path) => sources.get(relative(join(checkout, 'src'), path)) ?? null,
  },
});

async function build(sources: ReadonlyMap<string, string>, folder: string): Promise<void> {
  const { output, plugins, ...input } = config;
  const bundle = await rolldown({ ...input, logLevel: 'warn', plugins: [plugins, reading(sources)] });
  try {
    await bundle.write({ ...[output].flat()[0], dir: join(folder, 'dist'), sourcemap: false });
  } finally {
    await bundle.close();
  }
}

/** Builds the sources with the replacements. The caller removes it. */
export async function makeMutant(replacements: readonly Replacement[]): Promise<Mutant> {
  const folder = await mkdtemp(join(tmpdir(), 'mutant-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(join(checkout, 'bin'), join(folder, 'bin'), { recursive: true });
    for (const name of ['package.json', 'data-template', 'node_modules'])
      await symlink(join(checkout, name), join(folder, name));
    await build(await changedSources([quickPasswords, ...replacements]), folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { program: join(folder, 'bin', 'edu-repo.js'), remove };
}
