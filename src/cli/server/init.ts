import { dataDirectoryOf } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import type { RecordView } from '../print/printer.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface Made {
  readonly dataDirectory: string;
  /** False where it was there already. */
  readonly created: boolean;
}

const madeRecord: RecordView<Made> = {
  id: ({ dataDirectory }) => dataDirectory,
  fields: ({ dataDirectory, created }) => [
    ['data directory', dataDirectory],
    ['made', created ? 'now' : 'before'],
  ],
};

/** `init` */
export const init = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo init', does: 'a repository in your data folder' },
    { line: 'edu-repo init --data /srv/schule', does: 'a repository in this folder' },
    {
      line: 'EDU_REPO_ADMIN_PASSWORD=… edu-repo init',
      does: 'with this password for the account admin; without it, a random one is shown once',
    },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    refuseUrl(context);
    const dataDirectory = await dataDirectoryOf(context.globals, context.environment);
    if (context.globals.dryRun) {
      context.output.note(`Would make a repository in ${dataDirectory}.`);
      return exitCodes.ok;
    }
    const { initialize } = await import('../../daemon/data-directory/initialize.ts');
    const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
    const { created, generatedPassword } = await initialize({ dataDirectory, adminPassword });
    if (generatedPassword !== undefined) {
      context.output.tell(`Password of the account admin, shown this once: ${generatedPassword}`);
    }
    if (!created) context.output.note(`There is a repository in ${dataDirectory} already; it was left as it is.`);
    await (await context.printer()).record({ dataDirectory, created }, madeRecord);
    return exitCodes.ok;
  },
});
