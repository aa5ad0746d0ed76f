import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTool } from '../faults/run-tool.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;

const home = (name: string): string => join(repository.folder(), name);

/** A repository of its own, for a test that damages it. */
async function repositoryAt(name: string): Promise<string> {
  await cp(repository.dataDirectory(), home(name), { recursive: true });
  return home(name);
}

async function pipeAt(name: string): Promise<string> {
  const path = home(name);
  await runTool('mkfifo', path);
  onTestFinished(() => rm(path, { force: true }));
  return path;
}

test('a named pipe is refused as an argument, wherever a file is read', async () => {
  const data = await repositoryAt('pipes');
  const pipe = await pipeAt('pipe');
  const lines = [
    ['node', 'upload', '/', pipe],
    ['cp', pipe, 'repo:/'],
    ['import', pipe, '/'],
    ['user', 'import', pipe],
    ['mds', 'import', pipe],
    ['api', 'createNode', '--input', pipe],
    ['app', 'add', 'x', '--public-key', pipe],
    ['remote', 'list', '--config', pipe],
  ];
  for (const words of lines) {
    const { code, stderr } = await run([...words, '--data', data]);
    expect([words.join(' '), code === 0]).toEqual([words.join(' '), false]);
    expect(stderr).not.toContain('This is a mistake in edu-repo itself');
  }
  const { stderr } = await run(['user', 'import', pipe, '--data', data]);
  expect(stderr).toContain(`${pipe} is a pipe, a device or a socket, not a file.`);
  expect(stderr).toContain('Write the data to a regular file');
});

test('a device is refused as an argument', async () => {
  const data = await repositoryAt('devices');
  const { code, stderr } = await run(['user', 'import', '/dev/null', '--data', data]);
  expect(code).toBe(1);
  expect(stderr).toContain('/dev/null is a pipe, a device or a socket');
});

test('a named pipe among the files of the repository is told, and nothing waits for it', async () => {
  const data = await repositoryAt('pipe inside');
  await mkdir(`${data}/metadata-sets/values`, { recursive: true });
  await runTool('mkfifo', `${data}/metadata-sets/pipe.yaml`, `${data}/metadata-sets/values/pipe.yaml`);
  const { code, stdout } = await run(['status', '--data', data]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/pipe\.yaml: it is a pipe, a device or a socket, not a file/);
  await rm(`${data}/config.yaml`);
  await runTool('mkfifo', `${data}/config.yaml`);
  const refused = await run(['ls', '/', '--data', data]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/Cannot read .*config\.yaml: .* is a pipe/);
});

test('a data directory of a newer format is refused by every command, with both versions', async () => {
  const data = await repositoryAt('newer');
  await writeFile(`${data}/edu-repo.json`, '{"format":3,"madeBy":"9.8.7"}\n');
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const words of [['init'], ['ls', '/'], ['status']]) {
    const { code, stderr } = await run([...words, '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toContain('has format 3, made by edu-repo 9.8.7');
    expect(stderr).toContain(`this is edu-repo ${version}, which reads up to format 2`);
  }
});

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from('bcdefghij', (name, at) => {
    const above = 'abcdefghi'[at];
    return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${above}`).join(', ')}]`;
  }),
  '',
].join('\n');

test.each(['config.yaml', 'own-dictionary.yaml'])('aliases of aliases in %s are told as such', async (name) => {
  const data = await repositoryAt(`bomb in ${name}`);
  await writeFile(`${data}/${name}`, bomb);
  for (const words of [
    ['ls', '/'],
    ['serve', '--port', '0'],
  ]) {
    const { code, stderr } = await run([...words, '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`${name}:2:\\d+: the aliases .* expand to too much data`));
    expect(stderr).toContain('without aliases');
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  }
});

test('aliases of aliases in a metadata set are told as such', async () => {
  const data = await repositoryAt('bomb in a set');
  await writeFile(`${data}/metadata-sets/bomb.yaml`, `id: bomb\n${bomb}`);
  const { code, stdout } = await run(['status', '--data', data]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /bomb\.yaml: its aliases .* expand to far more than the file itself: write the values without aliases/,
  );
});
