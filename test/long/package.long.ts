import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { lineOf } from '../cli/built-program.ts';
import { makeTree, type Tree } from '../cli/local-tree.ts';
import { cloneCheckout, packCheckout, readmeCommand } from './checkout.ts';
import { createNewcomer, type Newcomer } from './newcomer.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

const material: Tree = {
  'Biologie/Zellatmung – Übersicht.md': '# Zellatmung\n\nSie geschieht im Mitochondrium.\n',
  'Biologie/jedes Byte.bin': everyByte,
  'leere Datei.txt': '',
  'leerer Ordner/': '',
};

/** Installs the packed checkout; resolves to the path of the program in the prefix. */
async function installPacked(newcomer: Newcomer): Promise<string> {
  const tarball = await packCheckout(newcomer);
  const prefix = join(newcomer.folder, 'prefix');
  await mkdir(prefix);
  await newcomer.run('npm', ['install', '--prefix', prefix, tarball]);
  const manPages = await readdir(join(prefix, 'node_modules', 'edu-repo', 'man'));
  expect(manPages.map((name) => `./man/${name}`).sort()).toEqual(manifest.man);
  return join(prefix, 'node_modules', '.bin', 'edu-repo');
}

/** Starts the installed program as a daemon and waits for its line. It is gone after the test. */
async function startInstalled({ run }: Newcomer, program: string, data: string) {
  const daemon = run(program, ['serve', '--port', '0', '--data', data], { reject: false });
  onTestFinished(async () => {
    daemon.kill('SIGKILL');
    await daemon;
  });
  await lineOf(daemon.stdout, /^ready /);
  // In an object: a subprocess is a promise of its end, and an async function would wait for it.
  return { daemon };
}

describe('The packed tarball, installed into an empty prefix', () => {
  test('serves, imports, finds a file by a word, gives the same bytes back, and ends in order', async () => {
    const newcomer = await createNewcomer();
    const program = await installPacked(newcomer);
    const data = join(newcomer.folder, 'data');
    const { daemon } = await startInstalled(newcomer, program, data);
    const client = (...words: string[]) => newcomer.run(program, [...words, '--data', data]);

    expect(JSON.parse((await client('status', '--json')).stdout)).toMatchObject({ process: { pid: daemon.pid } });
    const source = join(newcomer.folder, 'source');
    await makeTree(source, material);
    expect((await client('import', source, '/Material')).stderr).toMatch(/^Imported 3 files .* 3 folders created\.$/m);
    expect((await client('search', 'mitochondrium')).stdout).toContain('Zellatmung – Übersicht.md');
    const cat = ['cat', '/Material/Biologie/jedes Byte.bin', '--data', data];
    const { stdout: bytes } = await newcomer.run(program, cat, { encoding: 'buffer' });
    expect(Buffer.from(bytes)).toEqual(everyByte);

    daemon.kill('SIGTERM');
    const { exitCode, stdout, stderr } = await daemon;
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/edu-sharing\/rest$/);
    expect(stderr).toMatch(/^Password of the account admin, shown only once: \S{20,}$/m);
    expect(await readdir(join(data, 'run'))).toEqual([]);
  });
});

describe('The first command of README.md, in a fresh clone', () => {
  test('makes a repository, shows the tour and how to go on', async () => {
    const newcomer = await createNewcomer();
    const clone = await cloneCheckout(newcomer);
    const command = `${await readmeCommand(clone, 'npm run demo')} -- --once`;
    const { stdout } = await newcomer.run(command, { cwd: clone, shell: true });

    expect(stdout).toMatch(/^ {2}Browser {3}http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect(stdout).toMatch(/^ {2}Interface http:\/\/127\.0\.0\.1:\d+\/edu-sharing\/rest$/m);
    expect(stdout).toMatch(/^ {2}Sign in {3}user admin, password \S{20,} \(shown only once\)$/m);
    const found = /^\$ edu-repo search photosynthese\n([\s\S]*?)\n\n/m.exec(stdout)?.[1];
    expect(found).toMatch(/^markdown .* \/Beispiele\/Biologie\/Klasse 8\/Photosynthese – Stundenentwurf\.md$/m);
    const sample = join('Klassenleitung', 'Wandertag – Packliste.txt');
    expect(stdout).toContain((await readFile(join(clone, 'data-template', 'sample-material', sample), 'utf8')).trim());

    const demo = join(clone, 'edu-repo-demo');
    expect(stdout).toContain(`  Data      ${demo}`);
    expect(await readdir(demo)).toEqual(expect.arrayContaining(['config.yaml', 'content', 'edu-repo.json']));
    expect((await newcomer.run('git', ['status', '--porcelain'], { cwd: clone })).stdout).toBe('');
  });
});
