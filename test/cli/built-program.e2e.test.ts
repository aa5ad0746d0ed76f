import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { environment, home, lineOf, program, start, startDaemon, withBuiltProgram } from './built-program.ts';
import { fingerprint, makeTree, oddTree } from './local-tree.ts';

withBuiltProgram();

beforeAll(async () => {
  expect((await start(['init'])).exitCode).toBe(0);
});

describe.each(['in-process', 'over a socket'])('%s', (way) => {
  const maybeDaemon = async () => {
    if (way === 'over a socket') await startDaemon();
  };

  test('an odd tree comes in, comes in again without a change, and comes out equal', async () => {
    await maybeDaemon();
    const source = home(`odd ${way}`);
    const target = `/odd ${way}`;
    await makeTree(source, oddTree);
    expect((await start(['import', source, target])).exitCode).toBe(0);
    expect((await start(['import', source, target])).stderr).toMatch(/^Imported 0 files .* already there\.$/);
    const out = home(`out ${way}`);
    expect((await start(['cp', '-r', `repo:${target}`, out])).exitCode).toBe(0);
    expect(await fingerprint(out)).toEqual(await fingerprint(source));
  });

  test('all 518 files of real material come in, come in again without a change, and come out equal', async (context) => {
    const corpus = corpusDirectory(context);
    await maybeDaemon();
    const target = `/Material ${way}`;
    expect((await start(['import', corpus, target])).stderr).toContain('Imported 518 files');
    expect((await start(['import', corpus, target])).stderr).toContain('Imported 0 files (0 B)');
    const out = home(`Material ${way}`);
    await start(['cp', '-r', `repo:${target}`, out]);
    expect(await fingerprint(out)).toEqual(await fingerprint(corpus));
  });

  test('a pipe whose reader goes away ends the command quietly', async () => {
    await maybeDaemon();
    await writeFile(home('large.bin'), Buffer.alloc(3_000_000, 'abcdefg\n'));
    await start(['cp', 'large.bin', 'repo:/']);
    for (const words of ['cat /large.bin', 'tree /', 'ls / -o json', 'help cp']) {
      const line = `node '${program}' ${words} | head -c 5 > /dev/null; echo "\${PIPESTATUS[0]}"`;
      const { stdout, stderr } = await execa('bash', ['-c', line], { env: environment() });
      expect({ stdout, stderr }, words).toEqual({ stdout: '0', stderr: '' });
    }
  });

  test('an import that is interrupted ends with 130 and can be taken up again', async () => {
    await maybeDaemon();
    const source = home(`many ${way}`);
    const names = Array.from({ length: 500 }, (_, index) => [`${index}/${index}.txt`, `${index}`]);
    await makeTree(source, Object.fromEntries(names));
    const started = start(['import', source, `/many ${way}`, '-v']);
    await lineOf(started.stderr, /^createNodes 200/);
    started.kill('SIGINT');
    const { exitCode, stderr } = await started;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(
      /^Imported \d+ files .*\nNot all files were transferred\. To continue, run the same command again\.$/m,
    );
    expect((await start(['import', source, `/many ${way}`])).exitCode).toBe(0);
    expect((await start(['import', source, `/many ${way}`])).stderr).toContain('500 already there');
  });
});

test('a clone that has not been built says what to do', async () => {
  await mkdir(home('clone', 'bin'), { recursive: true });
  await writeFile(home('clone', 'package.json'), '{"type":"module"}');
  await copyFile(program, home('clone', 'bin', 'edu-repo.js'));
  const { exitCode, stderr } = await execa('node', [home('clone', 'bin', 'edu-repo.js'), 'ls'], { reject: false });
  expect(exitCode).toBe(1);
  expect(stderr.split('\n')).toHaveLength(3);
  expect(stderr).toContain('npm run build');
});

describe('commands beside each other', () => {
  test('wait a moment for one another where no daemon runs', async () => {
    const runs = await Promise.all([1, 2, 3].map((number) => start(['node', 'create', '/', `beside-${number}`])));
    expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      runs.map((_, index) => ({ exitCode: 0, stderr: `Created /beside-${index + 1}.` })),
    );
  });
});

/** The sources of a module below `dist`. */
async function sourcesOf(module: string): Promise<string[]> {
  const map = await readFile(join(dirname(program), '..', 'dist', `${module}.map`), 'utf8');
  return (JSON.parse(map) as { readonly sources: string[] }).sources;
}

describe('the stack of an error', () => {
  test('names the lines of the sources', async () => {
    const { stderr } = await start(['serve', '--port', 'x', '--debug']);
    const frames = [...stderr.matchAll(/^ {4}at (\S+) \(.*\/(src\/\S+):(\d+):\d+\)$/gm)];
    const lines = frames.slice(0, 2).map(async ([, name, path = '', line]) => {
      const text = await readFile(join(dirname(program), '..', path), 'utf8');
      return { name, path, line: text.split('\n')[Number(line) - 1]?.trim() };
    });
    expect(await Promise.all(lines)).toEqual([
      { name: 'usageFailure', path: 'src/cli/program/failure.ts', line: expect.stringContaining('new Failure(') },
      { name: 'readPort', path: 'src/cli/server/serve.ts', line: 'throw usageFailure(' },
    ]);
    expect(stderr).not.toContain('/dist/');
  });
});

describe('demo', () => {
  test('shows a tour with real output, again on the same folder, and --once ends it', async () => {
    const cwd = await mkdtemp(home('demo-'));
    const first = await start(['demo', '--once'], { cwd, env: { EDU_REPO_ADMIN_PASSWORD: '', EDU_REPO_DATA: '' } });
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toContain(`  Data      ${join(cwd, 'edu-repo-demo')}`);
    expect(first.stdout).toContain('Photosynthese');
    expect(first.stdout).toContain('Packliste');
    expect(first.stdout).toMatch(
      /search .*mikroskopierführerschein.*\n.*\nWord .*\/Klasse 8\/Mikroskopieren – Laufzettel\.docx\n/,
    );
    expect(first.stdout).toMatch(/^CAPTION +CCM:TAXONID +COUNT\n(?:Biologie|Biology) +http\S+\/080 +1$/m);
    expect(first.stdout).toMatch(/user admin, password \S{20,} \(shown only once\)/);
    expect(first.stdout).toMatch(/the server ends\. To start it again: .* serve --data /);
    const second = await start(['demo', '--once'], { cwd, env: { EDU_REPO_ADMIN_PASSWORD: '', EDU_REPO_DATA: '' } });
    expect(second.exitCode).toBe(0);
    expect(second.stderr).toContain('already there');
    expect(second.stdout).toContain('the password that was set when this repository was created');
  });
});

describe('without a terminal', () => {
  test('nothing is coloured, drawn or asked', async () => {
    await makeTree(home('small'), { 'a.txt': 'a' });
    for (const words of [
      ['import', 'small', '/small'],
      ['ls', '-l', '/'],
      ['tree', '/'],
      ['rm', '-r', '/small'],
    ]) {
      const { all, exitCode } = await start(words);
      expect(all).not.toContain('\u001b');
      expect(exitCode).toBe(words[0] === 'rm' ? 2 : 0);
    }
  });

  /** The modules of the build that a command line loads, below `dist`, and those that are not of it. */
  async function loadedBy(words: readonly string[]): Promise<{ built: string[]; others: string[] }> {
    const listing = home('loaded.mjs');
    await writeFile(
      listing,
      `import { register } from 'node:module';
       register('data:text/javascript,' + encodeURIComponent(\`
         import { appendFileSync } from 'node:fs';
         export async function load(url, context, next) {
           appendFileSync(process.env.LOADED, url + '\\\\n');
           return next(url, context);
         }\`));`,
    );
    const loaded = home('loaded.txt');
    const env = { ...environment(), LOADED: loaded };
    await rm(loaded, { force: true });
    await execa('node', ['--import', listing, program, ...words], { env, reject: false });
    const files = (await readFile(loaded, 'utf8')).split('\n').filter((url) => url.startsWith('file:'));
    const ownFiles = files.filter((url) => url.includes('/dist/'));
    return {
      built: ownFiles.map((url) => url.replace(/^.*\/dist\//, '')).sort(),
      others: files.filter((url) => !ownFiles.includes(url) && url !== pathToFileURL(program).href),
    };
  }

  const ofHelp = ['chunks/rolldown-runtime.js', 'chunks/start.js', 'cli/main.js'];

  test('help loads neither schemas nor colours nor the daemon', async () => {
    expect(await loadedBy(['--help'])).toEqual({ built: ofHelp, others: [] });
    const sources = await sourcesOf('chunks/start.js');
    expect(sources.some((source) => source.endsWith('/src/cli/program/program.ts'))).toBe(true);
    expect(
      sources.filter((source) =>
        /\/node_modules\/(?!commander\/)|\/src\/(?:(?:contract|client|daemon)\/|base\/(?!(?:package-files|control-characters)\.ts$))/.test(
          source,
        ),
      ),
    ).toEqual([]);
    // Beside the tables of commands, one for each folder of them.
    expect(sources.filter((source) => /\/src\/(?!.*\/commands\.ts$)/.test(source)).length).toBeLessThan(9);
  });

  test('a command on a remote loads nothing of the server', async () => {
    const ofCommands = ['base', 'commands', 'contract'].map((name) => `chunks/${name}.js`);
    const loaded = await loadedBy(['ls', '--url', 'http://127.0.0.1:1']);
    expect(loaded).toEqual({ built: [...ofHelp, ...ofCommands].sort(), others: [] });
    const sources = (await Promise.all(ofCommands.map(sourcesOf))).flat();
    expect(sources.some((source) => source.endsWith('/src/cli/everyday/list.ts'))).toBe(true);
    expect(
      sources.filter((source) =>
        /\/node_modules\/(?!zod\/|fastest-levenshtein\/)|\/src\/(?:adapters|api|daemon|http|ports|services)\//.test(
          source,
        ),
      ),
    ).toEqual([]);
  });
});
