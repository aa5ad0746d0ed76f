import { dataDirectoryOf, noRepository } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface ShowOptions {
  readonly keys: readonly string[];
  readonly origin: boolean;
}

interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
  readonly place: string | null;
}

const settingList = ({ origin }: ShowOptions): ListView<Setting> => ({
  columns: [
    { title: 'key', value: ({ key }) => key },
    { title: 'value', value: ({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)) },
    ...(origin ? [{ title: 'origin', value: ({ origin: from, place }: Setting) => place ?? from }] : []),
  ],
  id: ({ key }) => key,
  whole: (settings) => ({ settings }),
});

/** Those with one of the keys, or below one of the sections. Throws a usage failure for a key that does not exist. */
function selected(settings: readonly Setting[], keys: readonly string[]): readonly Setting[] {
  if (keys.length === 0) return settings;
  const matches = ({ key }: Setting, wanted: string): boolean => key === wanted || key.startsWith(`${wanted}.`);
  const unknown = keys.find((wanted) => !settings.some((setting) => matches(setting, wanted)));
  if (unknown === undefined) return settings.filter((setting) => keys.some((wanted) => matches(setting, wanted)));
  throw usageFailure(
    `There is no setting ${unknown}.`,
    'Settings are named by their section and key, such as server.port.',
    'To list all of them: edu-repo config show',
  );
}

async function show(options: ShowOptions, context: Context) {
  refuseUrl(context);
  const dataDirectory = await dataDirectoryOf(context.globals, context.environment);
  const { dataPaths, isInitialized } = await import('../../daemon/data-directory/data-directory.ts');
  const { withAccessExplained } = await import('../../daemon/data-directory/directory-access.ts');
  const { configurationOrigins } = await import('../../daemon/configuration/configuration-origins.ts');
  const settings = await withAccessExplained(dataDirectory, async () => {
    if (!(await isInitialized(dataDirectory))) throw await noRepository(dataDirectory);
    return configurationOrigins(dataPaths(dataDirectory).config, context.environment);
  });
  await (await context.printer()).list(selected(settings, options.keys), settingList(options));
  return exitCodes.ok;
}

export const configShow = defineCommand<{ readonly origin?: boolean }, ShowOptions>({
  examples: [
    { line: 'edu-repo config show', does: 'list all settings in force; passwords and secrets are hidden' },
    {
      line: 'edu-repo config show server mail.from --origin',
      does: 'show a section and a key, and where each value comes from: the file, a variable, or the default',
    },
  ],
  configure: (command) => {
    command
      .argument('[key...]', 'sections or keys, such as server or server.port (default: all)')
      .option('--origin', 'show where each value comes from');
  },
  readOptions: (keys, { origin = false }) => ({ keys, origin }),
  run: show,
});
