import { remoteUrl } from '../connection/chosen-repository.ts';
import { readSettings, saveChoice, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { readRemoteName } from './remote-name.ts';

interface UseOptions {
  /** The name of a remote; undefined for the local data directory. */
  readonly name: string | undefined;
}

function readUse(name: string | undefined, local: boolean): UseOptions {
  if ((name === undefined) !== local) {
    throw usageFailure(
      'Specify either the name of a remote or --local.',
      local ? 'They cannot be combined.' : 'One of them is required.',
      'To list the remotes: edu-repo remote list',
    );
  }
  return { name: name === undefined ? undefined : readRemoteName(name) };
}

export const remoteUse = defineCommand<{ readonly local?: boolean }, UseOptions>({
  examples: [
    { line: 'edu-repo remote use schule', does: 'use this repository from now on' },
    { line: 'edu-repo remote use --local', does: 'use the local data directory again' },
  ],
  configure: (command) =>
    command
      .argument('[name]', 'name of a remote')
      .option('--local', 'use the local data directory instead of a remote'),
  readOptions: ([name], flags) => readUse(name, flags.local === true),
  run: async ({ name }, context) => {
    const file = settingsFile(context.globals, context.environment);
    const where = name === undefined ? 'the local data directory' : remoteUrl(name, await readSettings(file)).href;
    const unless = 'unless --remote, --url, EDU_REPO_REMOTE or EDU_REPO_URL is set.';
    if (context.globals.dryRun) context.output.note(`Would use ${where} from now on.`);
    else {
      await saveChoice(file, name);
      context.output.note(`Commands now use ${where}, ${unless}`);
    }
    return exitCodes.ok;
  },
});
