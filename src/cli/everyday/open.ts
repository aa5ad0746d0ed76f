import { spawn } from 'node:child_process';
import { specified } from '../connection/specified.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

interface OpenOptions {
  readonly address: NodeAddress;
  readonly inBrowser: boolean;
}

/**
 * The address of the page of a node, on all servers of this interface. Pages are below the same address as downloads (contract 2.3,
 * `contentUrl`). Throws a failure if the server does not say where that is.
 */
function pageOf({ contentUrl, ref }: RepositoryNode, written: string): string {
  const [base, download] = (contentUrl ?? '').split('/eduservlet/');
  if (download !== undefined) return `${base}/components/render/${ref.id}`;
  throw new Failure(exitCodes.error, {
    what: `The page of ${written} cannot be shown.`,
    why: 'The server does not say at which address it is.',
    next: `To show its metadata: edu-repo node get ${shellWord(written)}`,
  });
}

/** The program that opens an address in the browser, and what goes before the address. */
function browserOf(environment: Context['environment']): readonly [program: string, ...words: readonly string[]] {
  const chosen = specified(environment['BROWSER']);
  if (chosen !== undefined) return [chosen];
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

/** Starts the browser, which outlives the command. Resolves to whether its program was found. */
function startBrowser(page: string, environment: Context['environment']): Promise<boolean> {
  const [program, ...words] = browserOf(environment);
  const browser = spawn(program, [...words, page], { stdio: 'ignore', detached: true });
  browser.unref();
  return new Promise((resolve) => {
    browser.once('error', () => resolve(false));
    browser.once('spawn', () => resolve(true));
  });
}

export const open = defineCommand<{ readonly browser: boolean }, OpenOptions>({
  examples: [
    { line: 'edu-repo open @2', does: 'show the second hit of the last search in the browser' },
    { line: 'edu-repo open --no-browser /Mathe', does: 'print the address of the page' },
  ],
  configure: (command) =>
    command.argument('<address>', 'a node').option('--no-browser', 'only print the address of the page'),
  readOptions: ([address = ''], { browser }) => ({ address: parseNodeAddress(address), inBrowser: browser }),
  nodes: ({ address }) => [address],
  run: async ({ address, inBrowser }, context) => {
    const { client, hasServer } = await context.connect();
    const page = pageOf(await findNode(client, address), writeNodeAddress(address));
    const { output } = context;
    if (!hasServer)
      output.note('The page is available while a server of this repository runs. To start it: edu-repo serve');
    const opens = inBrowser && hasServer && output.stdout.isTTY === true;
    if (opens && (await startBrowser(page, context.environment))) output.note(`Opened ${page}`);
    else await output.data(`${page}\n`);
    return exitCodes.ok;
  },
});
