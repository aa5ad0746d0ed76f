import { dataDirectoryOf } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface InitResult {
  readonly dataDirectory: string;
  /** Whether the command created the repository. */
  readonly created: boolean;
}

const initResultView: RecordView<InitResult> = {
  id: ({ dataDirectory }) => dataDirectory,
  fields: ({ dataDirectory, created }) => [
    ['data directory', dataDirectory],
    ['created', created ? 'now' : 'before'],
  ],
};

export const init = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo init', does: 'create a repository in the default data directory' },
    { line: 'edu-repo init --data /srv/schule', does: 'create a repository in this folder' },
    {
      line: 'EDU_REPO_ADMIN_PASSWORD=… edu-repo init',
      does: 'set the password of the account admin; by default, init generates one and shows it once',
    },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    refuseUrl(context);
    const dataDirectory = await dataDirectoryOf(context.globals, context.environment);
    if (context.globals.dryRun) {
      context.output.note(`Would create a repository in ${dataDirectory}.`);
      return exitCodes.ok;
    }
    const { initialize } = await import('../../daemon/data-directory/initialize.ts');
    const adminPassword = context.environment['EDU_REPO_ADMIN_PASSWORD'] || undefined;
    const { created, generatedPassword } = await initialize({ dataDirectory, adminPassword });
    if (generatedPassword !== undefined) {
      context.output.report(`Password of the account admin, shown only once: ${generatedPassword}`);
    }
    if (!created) context.output.note(`A repository already exists in ${dataDirectory}. Nothing was changed.`);
    await (await context.printer()).record({ dataDirectory, created }, initResultView);
    return exitCodes.ok;
  },
});
