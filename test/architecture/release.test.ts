import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

async function filesEndingIn(ending: string): Promise<string[]> {
  const names = await readdir(dist, { recursive: true });
  const paths = names.filter((name) => name.endsWith(ending) && !name.startsWith('bench'));
  return Promise.all(paths.map((name) => readFile(join(dist, name), 'utf8')));
}

async function filesOfTarball(): Promise<string[]> {
  // Without scripts: `prepack` would build anew while other tests run the build.
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

/** The files that a built file imports when it starts, with those that they import. */
async function loadedBy(file: string, loaded = new Set<string>()): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/^import (?:[^"]* from )?"(\.[^"]*)";$/gm)) {
    const path = join(dirname(file), name);
    if (loaded.has(path)) continue;
    loaded.add(path);
    await loadedBy(path, loaded);
  }
  return loaded;
}

/** The names of the packages whose code is in the build. */
async function bundledPackages(): Promise<string[]> {
  const maps = (await filesEndingIn('.js.map')).map((text) => JSON.parse(text) as { readonly sources: string[] });
  const names = maps.flatMap(({ sources }) =>
    sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  return [...new Set(names)].sort();
}

describe('the packed release', () => {
  test('has the program, its maps, what it serves and the licences, and no sources', async () => {
    const files = await filesOfTarball();
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'bin/edu-repo.js',
        'data-template/dictionary.yaml',
        'dist/THIRD-PARTY-LICENSES.txt',
        'dist/cli/main.js',
        'dist/chunks/server.js',
        'dist/chunks/server.js.map',
        'dist/swagger-ui/swagger-ui-bundle.js',
        'dist/web/htmx.js',
        'dist/web/icons.svg',
      ]),
    );
    expect(files.filter((path) => path.endsWith('.ts') || /^(?:src|test|node_modules)\//.test(path))).toEqual([]);
  });

  test('has the licence of every package whose code is in it', async () => {
    const text = await readFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const entries = text.split(`\n\n${'-'.repeat(80)}\n\n`);
    const licensed = new Map(entries.map((entry) => [entry.slice(0, entry.indexOf(' ')), entry]));
    const bundled = [...(await bundledPackages()), 'swagger-ui-dist'];
    expect(bundled).toEqual(expect.arrayContaining(['commander', 'koa', 'yaml', 'zod']));
    expect(bundled.filter((name) => !licensed.has(name))).toEqual([]);
    expect([...licensed].filter(([, entry]) => !/permi(?:t|ssion)|licen[cs]e/i.test(entry.slice(40)))).toEqual([]);
  });

  test('loads for a server neither what reads bodies nor what reads schedules before one comes', async () => {
    const server = join(dist, 'chunks/server.js');
    const paths = [server, ...(await loadedBy(server))];
    const text = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
    const packages = new Set([...text.matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g)].map(([, name]) => name));
    expect(packages).toContain('koa');
    const late = ['koa-body', 'co-body', 'formidable', 'iconv-lite', 'cron', 'luxon'];
    expect(late.filter((name) => packages.has(name))).toEqual([]);
  });

  test('needs the packages that package.json names as dependencies, and no others', async () => {
    const files = await filesEndingIn('.js');
    const found = files.flatMap((text) =>
      [...text.matchAll(/^import (?:.* from )?["']([^."'][^"']*)["'];$|__require\(["']([^."'][^"']*)["']\)/gm)].map(
        ([, imported, required]) => imported ?? required ?? '',
      ),
    );
    const packages = found.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test('loads the server and the commands in no other program than the command line', async () => {
    const programs = (await readdir(join(dist, 'adapters'), { recursive: true })).filter((name) =>
      name.endsWith('.js'),
    );
    expect(programs).toHaveLength(5);
    for (const program of programs) {
      const loaded = await loadedBy(join(dist, 'adapters', program));
      expect(
        [...loaded].filter((file) => /(?:commands|server)\.js$/.test(file)),
        program,
      ).toEqual([]);
    }
  });
});
