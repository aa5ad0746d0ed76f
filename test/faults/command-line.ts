import { execa } from 'execa';
import { program } from './daemon-process.ts';

export interface CommandOptions {
  readonly dataDirectory: string;
  readonly password?: string;
}

const patience = 600_000;

/** Starts a command of the built program on a data directory. One that does not end by itself is killed after ten minutes. */
export function startCommand({ dataDirectory, password }: CommandOptions, ...words: string[]) {
  return execa(process.execPath, [program, ...words, '--data', dataDirectory], {
    ...(password === undefined ? {} : { env: { EDU_REPO_ADMIN_PASSWORD: password } }),
    reject: false,
    stdin: 'ignore',
    timeout: patience,
    killSignal: 'SIGKILL',
  });
}

/** Runs a command of the built program and reads its JSON. Rejects with its stderr where it does not end with 0. */
export async function jsonOf(options: CommandOptions, ...words: string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await startCommand(options, ...words, '--json');
  if (exitCode !== 0) throw new Error(`edu-repo ${words.join(' ')} ended with ${exitCode}:\n${stderr}`);
  return JSON.parse(stdout);
}
