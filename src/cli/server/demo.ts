import { resolve } from 'node:path';
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
import { programName } from '../program/program-name.ts';

const sampleMaterial = fileURLToPath(new URL('data-template/sample-material', packageFolder));

const top = '/Beispiele';

const lesson = `${top}/Biologie/Klasse 8/Photosynthese – Stundenentwurf.md`;

const biology = 'http://w3id.org/openeduhub/vocabs/discipline/080';

/** A command line of the tour, and why it is shown. */
interface Stop {
  readonly says: string;
  readonly words: readonly string[];
}

const arrival: readonly Stop[] = [
  { says: 'Put a folder of material into the repository:', words: ['import', sampleMaterial, top] },
  { says: 'See what is there:', words: ['tree', top] },
];

const tour: readonly Stop[] = [
  { says: 'Find a file by a word that stands in it:', words: ['search', 'photosynthese'] },
  { says: 'Also in the middle of a Word document:', words: ['search', 'mikroskopierführerschein'] },
  { says: 'Umlauts are found in every spelling:', words: ['search', 'groesse', '--limit', '3'] },
  { says: 'See which subjects there are to choose from:', words: ['mds', 'values', 'default', 'ccm:taxonid', 'bio'] },
  {
    says: 'Say which one a lesson is for:',
    words: ['node', 'update', lesson, '-p', `ccm:taxonid=${biology}`, '-o', 'id'],
  },
  { says: 'Count the subjects of what is found:', words: ['search', 'photosynthese', '--facet', 'ccm:taxonid'] },
  { says: 'Get the bytes back:', words: ['cat', `${top}/Klassenleitung/Wandertag – Packliste.txt`] },
];

async function startServer(dataDirectory: string, context: Context): Promise<RunningServer> {
  const { serve } = await import('../../daemon/serve.ts');
  try {
    return await serve({ dataDirectory });
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    context.output.note('The usual port is taken by another program; a free one is used.');
    return serve({ dataDirectory, overrides: { 'server.port': '0' } });
  }
}

async function showStops(stops: readonly Stop[], dataDirectory: string, context: Context): Promise<ExitCode> {
  const style = await context.style('stdout');
  for (const { says, words } of stops) {
    const line = `edu-repo ${words.map(shellWord).join(' ')}`;
    await context.output.line(`\n${style.heading(says)}\n${style.aside(`$ ${line}`)}`);
    const code = await context.runLine(['--data', dataDirectory, ...words]);
    if (code !== exitCodes.ok) return code;
  }
  return exitCodes.ok;
}

/** In milliseconds. */
const longestWait = 20_000;

/** Documents are read behind the answers; a tour shows them found. */
async function untilDocumentsAreRead(dataDirectory: string, context: Context): Promise<void> {
  const { client, close } = await connect(
    { ...context.globals, data: dataDirectory },
    context.environment,
    context.output,
  );
  const deadline = performance.now() + longestWait;
  try {
    while ((await client.getStatus()).texts.waiting > 0 && performance.now() < deadline) await pause(100);
  } finally {
    await close();
  }
}

async function showTour(dataDirectory: string, context: Context): Promise<ExitCode> {
  const code = await showStops(arrival, dataDirectory, context);
  if (code !== exitCodes.ok) return code;
  await untilDocumentsAreRead(dataDirectory, context);
  return showStops(tour, dataDirectory, context);
}

/** How to sign in as admin, in words; makes the data directory where it is missing. */
async function makeDirectory(dataDirectory: string, context: Context): Promise<string> {
  const { initialize } = await import('../../daemon/data-directory/initialize.ts');
  const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
  const { created, generatedPassword } = await initialize({ dataDirectory, adminPassword });
  if (generatedPassword !== undefined) return `password ${generatedPassword} (shown this once)`;
  return created
    ? 'the password in EDU_REPO_ADMIN_PASSWORD'
    : 'the password that was set when this repository was made';
}

function nextSteps({ url }: RunningServer, password: string, dataDirectory: string): string[] {
  const name = programName(process.argv[1]);
  return [
    '',
    'This repository is yours now. Next steps:',
    `  Address   ${url}`,
    `  Sign in   user admin, ${password}`,
    `  Data      ${dataDirectory}`,
    '  In another terminal:',
    `    export EDU_REPO_DATA=${shellWord(dataDirectory)}`,
    `    ${name} ls -l ${top}`,
    `    ${name} import FOLDER /Material`,
    `    ${name} cp -r repo:${top} copy-of-the-samples`,
    `    ${name} user create anna --first-name Anna --generate-password`,
    `    ${name} --help`,
  ];
}

/** `demo` */
export const demo = defineCommand<{ readonly once?: boolean }, { readonly once: boolean }>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo demo', does: 'makes ./edu-repo-demo, shows what one can do, and serves until Ctrl-C' },
    { line: 'edu-repo demo --once', does: 'ends after the tour' },
    { line: 'edu-repo demo --data /tmp/demo', does: 'in another folder' },
  ],
  configure: (command) => command.option('--once', 'end after the tour'),
  readOptions: (_, flags) => ({ once: flags.once === true }),
  run: async ({ once }, context) => {
    refuseUrl(context);
    const dataDirectory = resolve(context.globals.data ?? 'edu-repo-demo');
    const password = await makeDirectory(dataDirectory, context);
    const server = await startServer(dataDirectory, context);
    try {
      await context.output.line(`A repository in ${dataDirectory}, with our own sample material.`);
      const code = await showTour(dataDirectory, context);
      if (code !== exitCodes.ok) return code;
      for (const line of nextSteps(server, password, dataDirectory)) await context.output.line(line);
      if (once) return exitCodes.ok;
      await context.output.line(`\nServing until Ctrl-C.\nready ${server.url}`);
      await untilAborted(context.signal);
      return exitCodes.ok;
    } finally {
      await server.close();
    }
  },
});
