import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The program as it is installed; `npm run build` makes what it loads. */
export const program = fileURLToPath(new URL('../../bin/edu-repo.js', import.meta.url));

export const adminPassword = 'Landkarte von 1987';

let folder = '';
const daemons: { stop(): Promise<unknown> }[] = [];

/** The folder of this test file: the home and the current folder of every run. */
export const home = (...names: string[]): string => join(folder, ...names);

export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  HOME: folder,
  EDU_REPO_DATA: home('data'),
  EDU_REPO_ADMIN_PASSWORD: adminPassword,
  ...more,
});

/** Starts the built program without a terminal; without input, stdin is closed. */
export const start = (
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
) =>
  execa('node', [program, ...words], {
    cwd: options.cwd ?? folder,
    env: environment(options.env),
    reject: false,
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
    all: true,
  });

/** Resolves with the first line that fits, while the program runs on; rejects when the stream ends before. */
export function lineOf(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  // Not `for await`: leaving such a loop would close the stream.
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stream });
    let others = '';
    lines.on('line', (line) => {
      others += `${line}\n`;
      const found = pattern.exec(line);
      if (found !== null) resolve(found);
    });
    lines.once('close', () => reject(new Error(`No such line: ${others}`)));
  });
}

/** Starts a daemon on a free port and waits for its line. It is stopped after the test. */
export async function startDaemon() {
  const daemon = start(['serve', '--port', '0']);
  daemons.push({
    stop: () => {
      daemon.kill('SIGTERM');
      return daemon;
    },
  });
  const [line, url = ''] = await lineOf(daemon.stdout, /^ready (http:\S+)$/);
  return { daemon, url, line };
}

/** Gives a test file its folder, and takes away what its tests have started and made. */
export function withBuiltProgram(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'e2e-'));
  });
  afterEach(async () => {
    for (const daemon of daemons.splice(0)) await daemon.stop();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}
