import { messageOf } from '../../base/errors/errors.ts';
import { dataDirectoryOf } from '../connection/connect.ts';
import { untilAborted } from '../connection/interrupts.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import type { RunningServer } from '../connection/running-server.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { refuseDryRun } from './refuse-dry-run.ts';

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly acceptLoss?: boolean;
}

interface ServeOptions {
  /** Configuration values by dotted key. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly acceptLoss: boolean;
}

function readPort(port: string | undefined): Readonly<Record<string, string>> {
  if (port === undefined) return {};
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return { 'server.port': port };
  throw usageFailure(
    `"${port}" is not a port.`,
    'A port is a number from 0 to 65535; 0 selects a free port.',
    'For example: --port 8080',
  );
}

function reportDamage(
  { damage, lossReport }: RunningServer,
  { acceptLoss }: ServeOptions,
  dataDirectory: string,
  context: Context,
): void {
  if (lossReport !== undefined)
    context.output.report(`Continuing without the lost data. ${lossReport} lists what is missing.`);
  else if (acceptLoss) context.output.note('Nothing is lost or damaged, so --accept-loss has no effect.');
  if (damage.length === 0) return;
  context.output.report('The metadata store is damaged, so the repository is READ-ONLY:');
  for (const { location, message } of damage) context.output.report(`  ${location}: ${message}`);
  context.output.report(
    'Restore a backup of the whole data directory, or stop this server and start it without the missing data:',
  );
  context.output.report(`  edu-repo serve --data ${shellWord(dataDirectory)} --accept-loss`);
}

function printFirstSteps({ url }: RunningServer, dataDirectory: string, context: Context): void {
  context.output.note(`Data directory: ${dataDirectory}`);
  context.output.note(`In a browser: ${new URL(url).origin}/`);
  context.output.note(`API description: ${url}/openapi.json`);
  context.output.note('Press Ctrl-C to stop the server.');
}

// The password of a new repository is shown only once, so the port and the limit of open files are checked first.
async function makeDirectory(
  dataDirectory: string,
  { overrides, acceptLoss }: ServeOptions,
  context: Context,
): Promise<void> {
  const { isInitialized } = await import('../../daemon/data-directory/data-directory.ts');
  const { withAccessExplained } = await import('../../daemon/data-directory/directory-access.ts');
  if (await withAccessExplained(dataDirectory, () => isInitialized(dataDirectory))) return;
  if (acceptLoss) {
    throw usageFailure(
      `There is no repository in ${dataDirectory}.`,
      '--accept-loss needs an existing repository, so serve did not create a new one.',
      'Specify its data directory: edu-repo serve --data DIR --accept-loss',
    );
  }
  const { requireOpenFiles } = await import('../../daemon/process/open-files.ts');
  await withAccessExplained(dataDirectory, requireOpenFiles);
  const { requirePort } = await import('../../daemon/configuration/require-port.ts');
  await requirePort({ dataDirectory, overrides });
  const { initialize } = await import('../../daemon/data-directory/initialize.ts');
  const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
  const { created, generatedPassword } = await initialize({ dataDirectory, adminPassword });
  if (created) context.output.report(`There was no repository in ${dataDirectory}: created a new one.`);
  if (generatedPassword === undefined) return;
  context.output.report(`Password of the account admin, shown only once: ${generatedPassword}`);
}

async function reportUnknownVariables({ environment, output }: Context): Promise<void> {
  const { unknownVariables } = await import('../../daemon/configuration/configuration-keys.ts');
  for (const line of unknownVariables(environment)) output.report(`Warning: ${line}`);
}

/** The process exits at most this long after an incomplete shutdown. */
const exitTimeoutMs = 3_000;

/** Stops the server. Resolves with the exit code. */
async function closed(server: RunningServer, context: Context): Promise<ExitCode> {
  try {
    await server.close();
    return exitCodes.ok;
  } catch (error) {
    context.output.report(`edu-repo serve: Some parts of the server did not shut down: ${messageOf(error)}`);
    // Parts that could not be closed must not keep the process alive.
    setTimeout(() => process.exit(exitCodes.error), exitTimeoutMs).unref();
    return exitCodes.error;
  }
}

export const serve = defineCommand<ServeFlags, ServeOptions>({
  endsOnSignal: true,
  examples: [
    {
      line: 'edu-repo serve',
      does: 'serve the repository in the default data directory on port 8080; create it if it is missing',
    },
    {
      line: 'edu-repo serve --data /srv/schule --host 0.0.0.0 --port 80',
      does: 'accept connections from the network on port 80',
    },
    { line: 'edu-repo serve --port 0', does: 'choose a free port, and print it on stdout' },
  ],
  configure: (command) =>
    command
      .option('--host <host>', 'the address to listen on (default: config.yaml, or 127.0.0.1)')
      .option('--port <port>', 'the port to listen on, 0 for a free one (default: config.yaml, or 8080)')
      .option(
        '--accept-loss',
        'continue without lost or damaged parts of the metadata store, and write a report of what is missing',
      ),
  readOptions: (_, flags) => ({
    acceptLoss: flags.acceptLoss === true,
    overrides: {
      ...(flags.host === undefined ? {} : { 'server.host': flags.host }),
      ...readPort(flags.port),
    },
  }),
  run: async (options, context) => {
    refuseUrl(context);
    refuseDryRun('serve', context);
    const dataDirectory = await dataDirectoryOf(context.globals, context.environment);
    await reportUnknownVariables(context);
    await makeDirectory(dataDirectory, options, context);
    const [{ setHeapFlags }, { collectWhenIdle }] = await Promise.all([
      import('../../daemon/process/heap-flags.ts'),
      import('../../daemon/process/idle-gc.ts'),
    ]);
    setHeapFlags();
    collectWhenIdle();
    const daemon = await import('../../daemon/serve.ts');
    const logRequests = context.globals.verbose;
    const server = await daemon.serve({ dataDirectory, ...options, logRequests });
    try {
      reportDamage(server, options, dataDirectory, context);
      printFirstSteps(server, dataDirectory, context);
      await context.output.line(`ready ${server.url}`);
      await untilAborted(context.signal);
    } catch (error) {
      await server.close();
      throw error;
    }
    return closed(server, context);
  },
});
