import { spawn } from 'node:child_process';
import { specified } from '../connection/specified.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface OpenOptions {
  readonly address: NodeAddress;
  readonly inBrowser: boolean;
}

/** The address of the page of a node. Downloads and pages are below the same address (contract 2.3, `contentUrl`). */
function pageOf(node: RepositoryNode): string {
  const [base = ''] = (node.contentUrl ?? '').split('/eduservlet/');
  return `${base}/${isFolder(node) ? 'folder' : 'node'}/${node.ref.id}`;
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
    { line: 'edu-repo open --no-browser /Mathe', does: 'print the address of the page, to send it to somebody' },
  ],
  configure: (command) =>
    command.argument('<address>', 'a node').option('--no-browser', 'only print the address of the page'),
  readOptions: ([address = ''], { browser }) => ({ address: parseNodeAddress(address), inBrowser: browser }),
  nodes: ({ address }) => [address],
  run: async ({ address, inBrowser }, context) => {
    const { client, hasServer } = await context.connect();
    const page = pageOf(await findNode(client, address));
    const { output } = context;
    if (!hasServer)
      output.note('No server of this repository is running, so nothing answers there. To start it: edu-repo serve');
    const opens = inBrowser && hasServer && output.stdout.isTTY === true;
    if (opens && (await startBrowser(page, context.environment))) output.note(`Opened ${page}`);
    else await output.data(`${page}\n`);
    return exitCodes.ok;
  },
});
