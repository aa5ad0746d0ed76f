import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { type Run, run } from '../../cli/run-line.ts';

interface Request {
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string;
}

/** Stands for the program in a shell: hands its words and stdin to the process of the test, and prints what comes back. */
const client = (socket: string): string => `#!${process.execPath}
const { connect } = require('node:net');
const read = async (stream) => { const chunks = []; for await (const chunk of stream) chunks.push(chunk); return Buffer.concat(chunks); };
(async () => {
  const input = (await read(process.stdin)).toString();
  const socket = connect(${JSON.stringify(socket)});
  socket.end(JSON.stringify({ words: process.argv.slice(2), folder: process.cwd(), environment: process.env, input }));
  const { code, stdout, stderr } = JSON.parse((await read(socket)).toString());
  process.stdout.on('error', () => undefined);
  process.stderr.write(stderr);
  process.stdout.write(stdout, () => { process.exitCode = code; });
})();
`;

/** Runs our program and writes into the folder of the test, without the account that it names; nothing else of the system. */
const sudo = `#!/bin/sh
if [ "$1" = -u ]; then shift 2; fi
case "$1" in
  edu-repo | env) exec "$@" ;;
  tee) case "$2" in "$HOME"/*) exec "$@" ;; esac ;;
esac
echo "sudo $* changes this machine" >&2
exit 97
`;

const refused = `#!/bin/sh
echo "$0 is not for tests" >&2
exit 97
`;

/** Programs that would change this machine. */
const ofTheSystem = ['systemctl', 'journalctl', 'useradd', 'userdel', 'npm', 'apt-get'];

async function answer({ words, folder, environment, input }: Request): Promise<Run> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    // Nobody is there to answer.
    const onTerminal = environment['ON_TERMINAL'] === undefined ? {} : { onTerminal: true as const };
    return await run(['--yes', ...words], { environment, input, ...onTerminal });
  } finally {
    process.chdir(before);
  }
}

/** A shell in which `edu-repo` runs in this process: a hundred commands start in the time of ten. */
export interface Shell {
  /** Runs a script in the folder `files` of a copy of a home folder. Resolves with what it printed. */
  run(script: string, home: string): Promise<Run>;
  close(): Promise<void>;
}

/** Not `for await`: leaving such a loop would close the connection before it is answered. */
function readAll(connection: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  connection.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => connection.once('end', () => resolve(Buffer.concat(chunks).toString('utf8'))));
}

function listen(socket: string): Promise<Server> {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => undefined);
    const asked = readAll(connection);
    last = last
      .then(async () => answer(JSON.parse(await asked) as Request))
      .catch((error: unknown): Run => ({ code: -1, stdout: '', stderr: String(error) }))
      .then((answered) => connection.end(JSON.stringify(answered)));
  });
  return new Promise((resolve) => server.listen(socket, () => resolve(server)));
}

/** What a person has in their environment, with a home folder of the test. */
export const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  EDU_REPO_CONFIG: join(home, '.config', 'edu-repo', 'config.yaml'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  EDU_REPO_SERVER_PORT: '0',
  LANG: 'C.UTF-8',
});

export async function openShell(folder: string): Promise<Shell> {
  const bin = join(folder, 'bin');
  const socket = join(folder, 'socket');
  await mkdir(bin);
  await writeFile(join(bin, 'edu-repo'), client(socket));
  await writeFile(join(bin, 'sudo'), sudo);
  for (const name of ofTheSystem) await writeFile(join(bin, name), refused);
  for (const name of ['edu-repo', 'sudo', ...ofTheSystem]) await chmod(join(bin, name), 0o755);
  const server = await listen(socket);
  const begin = `set -eo pipefail; trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n`;
  return {
    run: async (script, home) => {
      const { exitCode, stdout, stderr } = await execa('bash', ['-c', begin + script], {
        cwd: join(home, 'files'),
        env: { ...environmentOf(home), PATH: `${bin}:${process.env['PATH']}` },
        extendEnv: false,
        stdin: 'ignore',
        reject: false,
        timeout: 170_000,
      });
      return { code: exitCode ?? -1, stdout, stderr };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Replaces a home folder by a copy of another, with its folder of backups or without. */
export async function copyHome(from: string, to: string, withBackups = true): Promise<void> {
  await rm(to, { recursive: true, force: true });
  const backups = join(from, 'backup');
  const filter = (path: string): boolean => withBackups || path !== backups;
  await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
}
