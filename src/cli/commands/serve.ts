import { defineCommand } from '../command.ts';
import { dataDirectoryOf } from '../connect.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { untilAborted } from '../interrupts.ts';
import { refuseUrl } from '../own-directory-only.ts';
import type { RunningServer } from '../running-server.ts';

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
}

interface ServeOptions {
  /** Dotted keys of the configuration. */
  readonly overrides: Readonly<Record<string, string>>;
}

function readPort(port: string | undefined): Readonly<Record<string, string>> {
  if (port === undefined) return {};
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return { 'server.port': port };
  throw usageFailure(
    `«${port}» is no port.`,
    'A port is a number up to 65535; 0 takes a free one.',
    'Try: --port 8080',
  );
}

/** Says on stderr what a newcomer needs next. */
function tellFirstSteps({ url }: RunningServer, dataDirectory: string, context: Context): void {
  context.output.note(`Data directory: ${dataDirectory}`);
  context.output.note(`API description: ${url}/openapi.json`);
  context.output.note('Ctrl-C ends it.');
}

// The password of a new repository can be shown only now: what can fail, such as the port, is tried before.
async function makeDirectory(dataDirectory: string, { overrides }: ServeOptions, context: Context): Promise<void> {
  const { isInitialized } = await import('../../daemon/data-directory.ts');
  if (await isInitialized(dataDirectory)) return;
  const { requirePort } = await import('../../daemon/require-port.ts');
  await requirePort({ dataDirectory, overrides });
  const { initialize } = await import('../../daemon/initialize.ts');
  const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
  const { generatedPassword } = await initialize({ dataDirectory, adminPassword });
  if (generatedPassword === undefined) return;
  context.output.tell(`Password of the account admin, shown this once: ${generatedPassword}`);
}

/** `serve` */
export const serve = defineCommand<ServeFlags, ServeOptions>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo serve', does: 'the repository in your data folder, made where it is missing, on port 8080' },
    { line: 'edu-repo serve --data /srv/schule --host 0.0.0.0 --port 80', does: 'for others in the network' },
    { line: 'edu-repo serve --port 0', does: 'on a free port; the line on stdout says which' },
  ],
  configure: (command) =>
    command
      .option('--host <host>', 'the address to listen at; 127.0.0.1 where config.yaml says nothing else')
      .option('--port <port>', 'the port to listen at; 8080 where config.yaml says nothing else, 0 for a free one'),
  readOptions: (_, flags) => ({
    overrides: {
      ...(flags.host === undefined ? {} : { 'server.host': flags.host }),
      ...readPort(flags.port),
    },
  }),
  run: async (options, context) => {
    refuseUrl(context);
    const dataDirectory = await dataDirectoryOf(context.globals, context.environment);
    await makeDirectory(dataDirectory, options, context);
    const [{ keepHeapLean }, { tidyWhenQuiet }] = await Promise.all([
      import('../../daemon/lean-heap.ts'),
      import('../../daemon/tidy-when-quiet.ts'),
    ]);
    keepHeapLean();
    tidyWhenQuiet();
    const daemon = await import('../../daemon/serve.ts');
    const server = await daemon.serve({ dataDirectory, overrides: options.overrides });
    try {
      tellFirstSteps(server, dataDirectory, context);
      await context.output.line(`ready ${server.url}`);
      await untilAborted(context.signal);
    } finally {
      await server.close();
    }
    return exitCodes.ok;
  },
});
