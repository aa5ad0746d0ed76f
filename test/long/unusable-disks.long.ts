import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { ballastAt } from '../faults/ballast.ts';
import { program } from '../faults/daemon-process.ts';
import { runTool } from '../faults/run-tool.ts';
import { skipWithout } from '../support/skip-policy.ts';

/** A small file system in memory, with a repository in it. */
async function smallDisk(context: Pick<TestContext, 'skip'>): Promise<{ path: string; data: string }> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'disk');
  await mkdir(path);
  try {
    await runTool('mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', path);
  } catch (error) {
    await folder.remove();
    skipWithout(context, `mount: ${error instanceof Error ? error.message : String(error)}`);
  }
  onTestFinished(async () => {
    await runTool('umount', path);
    await folder.remove();
  });
  const data = join(path, 'data');
  const made = await run('init', '--data', data);
  expect(made.exitCode).toBe(0);
  return { path, data };
}

const run = (...words: string[]) =>
  execa(process.execPath, [program, ...words], {
    env: { EDU_REPO_ADMIN_PASSWORD: 'Kreide und Schwamm 12' },
    reject: false,
    stdin: 'ignore',
    timeout: 120_000,
  });

const commands = [['serve', '--port', '0'], ['ls', '/'], ['status'], ['node', 'create', '/', 'x', '--type', 'ccm:map']];

async function expectRefusals(data: string, message: RegExp): Promise<void> {
  for (const words of commands) {
    const { exitCode, stderr, timedOut } = await run(...words, '--data', data);
    expect(timedOut).toBe(false);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/missing or damaged|backup|^\s+at /im);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  }
}

test('a full disk at the start is told as such, and the repository works when there is room', async (context) => {
  const { path, data } = await smallDisk(context);
  const ballast = ballastAt(join(path, 'ballast'));
  await ballast.fill();
  await expectRefusals(data, /The disk of .* is full\. Nothing is damaged/);
  expect((await run('init', '--data', join(path, 'another'))).stderr).toMatch(/The disk of .* is full/);
  await ballast.drop();
  expect((await run('node', 'create', '/', 'x', '--type', 'ccm:map', '--data', data)).exitCode).toBe(0);
});

test('a file system that is read-only is told as such', async (context) => {
  const { path, data } = await smallDisk(context);
  await runTool('mount', '-o', 'remount,ro', path);
  await expectRefusals(data, /The file system of .* is read-only\. Nothing is damaged/);
});
