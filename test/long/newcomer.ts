import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';

const patience = 15 * 60_000;

// The rest of the environment is of the person at the keyboard, of npm or of Vitest, and a newcomer has none of it.
const ofTheMachine = /^(?:LANG|LC_\w+|TMPDIR|\w+_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/** Without the tools of this checkout, which npm puts in front: a fresh clone has to bring its own. */
function pathOfTheMachine(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const ofTools = /[/\\](?:node_modules[/\\]\.bin|node-gyp-bin)$/;
  return [dirname(process.execPath), ...folders.filter((folder) => !ofTools.test(folder))].join(delimiter);
}

/** Where npm finds packages on this machine: its registry, its settings, and what it has fetched before. */
async function npmSettings(): Promise<NodeJS.ProcessEnv> {
  const keys = ['cache', 'globalconfig', 'registry', 'userconfig'];
  const { stdout } = await execa('npm', ['config', 'get', ...keys], { cwd: tmpdir() });
  const settings = stdout.matchAll(/^(\w+)=(.+)$/gm);
  return Object.fromEntries([...settings].map(([, key, value]) => [`npm_config_${key}`, value]));
}

/**
 * Somebody with nothing but Node: an empty home, an empty folder to work in, and no variables but those by which the
 * machine reaches its network. `run` rejects, with what was written to stderr, where a command does not end with 0.
 * All is removed after the test.
 */
export async function createNewcomer() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const home = join(path, 'home');
  const folder = join(path, 'work');
  for (const made of [home, folder]) await mkdir(made);
  const ofMachine = Object.entries(process.env).filter(([name]) => ofTheMachine.test(name));
  const env = {
    ...Object.fromEntries(ofMachine),
    ...(await npmSettings()),
    PATH: pathOfTheMachine(),
    HOME: home,
  };
  const run = execa({ cwd: folder, env, extendEnv: false, stdin: 'ignore', timeout: patience, killSignal: 'SIGKILL' });
  return { folder, run };
}

export type Newcomer = Awaited<ReturnType<typeof createNewcomer>>;
