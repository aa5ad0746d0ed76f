import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import config from '../../rolldown.config.ts';
import { quickPasswords, type Replacement } from './mutants.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** A build of the program that is one of its mutants while the variable MUTANT has their number: 1 is the first. */
export interface Mutants {
  readonly program: string;
  remove(): Promise<void>;
}

/** The text of one file below `src` for each mutant that changes it; at 0 stands the program's own. */
type Variants = Map<number, string>;

/** `text` with the replacements of this file. Throws unless each stands in it exactly once. */
const replaced = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((before, { file, text: part, by }) => {
    const times = before.split(part).length - 1;
    if (times !== 1) throw new Error(`${file} has ${times} times «${part}» instead of once: write the mutant anew.`);
    return before.replace(part, () => by);
  }, text);

/** All files that differ from the sources, by their path. */
async function changedSources(mutants: readonly (readonly Replacement[])[]): Promise<ReadonlyMap<string, Variants>> {
  const files = new Set([quickPasswords, ...mutants.flat()].map(({ file }) => file));
  const changed = new Map<string, Variants>();
  for (const file of files) {
    const of = (replacements: readonly Replacement[]) => replacements.filter((each) => each.file === file);
    const own = replaced(await readFile(join(checkout, 'src', file), 'utf8'), of([quickPasswords]));
    const variants: Variants = new Map([[0, own]]);
    for (const [at, replacements] of mutants.entries())
      if (of(replacements).length > 0) variants.set(at + 1, replaced(own, of(replacements)));
    changed.set(join(checkout, 'src', file), variants);
  }
  return changed;
}

/** The values that a file exports. Throws for a form of export that the sources do not have elsewhere. */
function exportsOf(path: string, text: string): string[] {
  const values = /^export (?:async )?(?:const|function\*?|class|abstract class) (\w+)/gm;
  const others = text.match(/^export (?!(?:async )?(?:const|function|class|abstract class|interface|type)\b).*/gm);
  if (others !== null) throw new Error(`${path} exports in a form that mutants cannot: ${others.join(', ')}`);
  return [...text.matchAll(values)].map(([, name = '']) => name);
}

/** The module in the place of a file with variants: it exports those of the mutant that runs. */
function chooser(path: string, variants: Variants): string {
  const numbers = [...variants.keys()];
  return [
    ...numbers.map((number) => `import * as mutant${number} from ${JSON.stringify(`${path}?${number}`)};`),
    `const chosen = { ${numbers.map((number) => `${number}: mutant${number}`).join(', ')} }[process.env.MUTANT] ?? mutant0;`,
    ...exportsOf(path, variants.get(0) ?? '').map((name) => `export const ${name} = chosen.${name};`),
  ].join('\n');
}

/** Reads these sources instead of those of the checkout. */
const reading = (sources: ReadonlyMap<string, Variants>): Plugin => ({
  name: 'mutants',
  resolveId: (path) => (/\.ts\?\d+$/.test(path) ? path : null),
  load(id) {
    const [path = '', number] = id.split('?');
    const variants = sources.get(path);
    if (variants === undefined) return null;
    const code = number === undefined ? chooser(path, variants) : variants.get(Number(number));
    return code === undefined ? null : { code, moduleType: 'ts' };
  },
});

async function build(sources: ReadonlyMap<string, Variants>, folder: string): Promise<void> {
  const { output, plugins, ...input } = config;
  const bundle = await rolldown({ ...input, logLevel: 'warn', plugins: [plugins, reading(sources)] });
  try {
    await bundle.write({ ...[output].flat()[0], dir: join(folder, 'dist'), sourcemap: false });
  } finally {
    await bundle.close();
  }
}

/** Builds the program once for all of these mutants. The caller removes it. */
export async function makeMutants(mutants: readonly (readonly Replacement[])[]): Promise<Mutants> {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(join(checkout, 'bin'), join(folder, 'bin'), { recursive: true });
    for (const name of ['package.json', 'data-template', 'node_modules'])
      await symlink(join(checkout, name), join(folder, name));
    await build(await changedSources(mutants), folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { program: join(folder, 'bin', 'edu-repo.js'), remove };
}
