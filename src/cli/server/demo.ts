import { basename, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { packageFolder } from '../../base/package-files.ts';
import { connect } from '../connection/connect.ts';
import { untilAborted } from '../connection/interrupts.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import type { RunningServer } from '../connection/running-server.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { refuseDryRun } from './refuse-dry-run.ts';

const sampleMaterial = fileURLToPath(new URL('data-template/sample-material', packageFolder));

const top = '/Beispiele';

const lesson = `${top}/Biologie/Klasse 8/Photosynthese – Stundenentwurf.md`;

const biology = 'http://w3id.org/openeduhub/vocabs/discipline/080';

interface Stop {
  readonly caption: string;
  readonly words: readonly string[];
}

const arrival: readonly Stop[] = [
  { caption: 'Import a folder of material:', words: ['import', sampleMaterial, top] },
  { caption: 'Show the folders:', words: ['tree', top] },
];

const tour: readonly Stop[] = [
  { caption: 'Find a file by a word in it:', words: ['search', 'photosynthese'] },
  { caption: 'Search inside Word documents:', words: ['search', 'mikroskopierführerschein'] },
  { caption: 'Find umlauts in any spelling:', words: ['search', 'groesse', '--limit', '3'] },
  { caption: 'List the subjects that contain "bio":', words: ['mds', 'values', 'default', 'ccm:taxonid', 'bio'] },
  {
    caption: 'Set the subject of a lesson:',
    words: ['node', 'update', lesson, '-p', `ccm:taxonid=${biology}`, '-o', 'id'],
  },
  {
    caption: 'Count the subjects of the search results:',
    words: ['search', 'photosynthese', '--facet', 'ccm:taxonid'],
  },
  { caption: 'Print the content of a file:', words: ['cat', `${top}/Klassenleitung/Wandertag – Packliste.txt`] },
];

async function startServer(dataDirectory: string, context: Context): Promise<RunningServer> {
  const { serve } = await import('../../daemon/serve.ts');
  try {
    return await serve({ dataDirectory });
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    context.output.note('Another program uses the default port, so the demo uses a free one.');
    return serve({ dataDirectory, overrides: { 'server.port': '0' } });
  }
}

async function showStops(stops: readonly Stop[], dataDirectory: string, context: Context): Promise<ExitCode> {
  const style = await context.style('stdout');
  for (const { caption, words } of stops) {
    const line = `edu-repo ${words.map(shellWord).join(' ')}`;
    await context.output.line(`\n${style.heading(caption)}\n${style.aside(`$ ${line}`)}`);
    const code = await context.runLine(['--data', dataDirectory, ...words]);
    if (code !== exitCodes.ok) return code;
  }
  return exitCodes.ok;
}

const maxWaitMs = 20_000;

/** Waits until the server has extracted all texts, so that the tour can find them. Gives up after `maxWaitMs`. */
async function untilTextsAreExtracted(dataDirectory: string, context: Context): Promise<void> {
  const { client, close } = await connect(
    { ...context.globals, data: dataDirectory },
    context.environment,
    context.output,
  );
  const deadline = performance.now() + maxWaitMs;
  try {
    while ((await client.getStatus()).texts.waiting > 0 && performance.now() < deadline) await pause(100);
  } finally {
    await close();
  }
}

async function showTour(dataDirectory: string, context: Context): Promise<ExitCode> {
  const code = await showStops(arrival, dataDirectory, context);
  if (code !== exitCodes.ok) return code;
  await untilTextsAreExtracted(dataDirectory, context);
  return showStops(tour, dataDirectory, context);
}

/** Creates the data directory if it is missing. Resolves with a description of the admin password. */
async function makeDirectory(dataDirectory: string, context: Context): Promise<string> {
  const { initialize } = await import('../../daemon/data-directory/initialize.ts');
  const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
  const { created, generatedPassword } = await initialize({ dataDirectory, adminPassword });
  if (generatedPassword !== undefined) return `password ${generatedPassword} (shown only once)`;
  return created
    ? 'the password in EDU_REPO_ADMIN_PASSWORD'
    : 'the password that was set when this repository was created';
}

/** The command that runs this program again from the current folder. `script` is the path of the running script. */
function programName(script: string | undefined): string {
  if (script === undefined || basename(script) === 'main.ts') return 'edu-repo';
  if (/[\\/](?:_npx|node_modules[\\/]\.bin)[\\/]/.test(script)) return 'npx edu-repo';
  if (basename(script) !== 'edu-repo.js') return 'edu-repo';
  const path = relative(process.cwd(), script);
  return `node ${shellWord(path.startsWith('..') ? script : path)}`;
}

function nextSteps(options: {
  readonly url: string;
  readonly password: string;
  readonly dataDirectory: string;
  /** Whether the server ends with the tour. */
  readonly once: boolean;
}): string[] {
  const { url, password, dataDirectory, once } = options;
  const name = programName(process.argv[1]);
  return [
    '',
    once
      ? `The tour is over, and the server ends. To start it again: ${name} serve --data ${shellWord(dataDirectory)}`
      : 'The repository is ready. Next steps:',
    `  Browser   ${new URL(url).origin}/`,
    `  Interface ${url}`,
    `  Sign in   user admin, ${password}`,
    `  Data      ${dataDirectory}`,
    once ? '  Other commands work without the server:' : '  In another terminal:',
    `    export EDU_REPO_DATA=${shellWord(dataDirectory)}`,
    `    ${name} ls -l ${top}`,
    `    ${name} import FOLDER /Material`,
    `    ${name} cp -r repo:${top} copy-of-the-samples`,
    `    ${name} user create anna --first-name Anna --generate-password`,
    `    ${name} --help`,
  ];
}

export const demo = defineCommand<{ readonly once?: boolean }, { readonly once: boolean }>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo demo', does: 'create ./edu-repo-demo, take a tour, and serve until Ctrl-C' },
    { line: 'edu-repo demo --once', does: 'end after the tour' },
    { line: 'edu-repo demo --data /tmp/demo', does: 'use another folder' },
  ],
  configure: (command) => command.option('--once', 'end after the tour'),
  readOptions: (_, flags) => ({ once: flags.once === true }),
  run: async ({ once }, context) => {
    refuseUrl(context);
    refuseDryRun('demo', context);
    const dataDirectory = resolve(context.globals.data ?? 'edu-repo-demo');
    const password = await makeDirectory(dataDirectory, context);
    const server = await startServer(dataDirectory, context);
    try {
      await context.output.line(`The demo repository is in ${dataDirectory}.`);
      const code = await showTour(dataDirectory, context);
      if (code !== exitCodes.ok) return code;
      const steps = nextSteps({ url: server.url, password, dataDirectory, once });
      for (const line of steps) await context.output.line(line);
      if (once) return exitCodes.ok;
      await context.output.line(`\nThe server runs until you press Ctrl-C.\nready ${server.url}`);
      await untilAborted(context.signal);
      return exitCodes.ok;
    } finally {
      await server.close();
    }
  },
});
