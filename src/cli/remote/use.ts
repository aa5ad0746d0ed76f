import { remoteUrl } from '../connection/chosen-repository.ts';
import { readSettings, saveChoice, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { readRemoteName } from './remote-name.ts';

interface UseOptions {
  /** Undefined: the local data directory. */
  readonly name: string | undefined;
}

function readUse(name: string | undefined, local: boolean): UseOptions {
  if ((name === undefined) !== local) {
    throw usageFailure(
      'Name one remote, or --local.',
      local ? 'Both were given.' : 'Neither was given.',
      'Try: edu-repo remote list',
    );
  }
  return { name: name === undefined ? undefined : readRemoteName(name) };
}

/** `remote use` */
export const remoteUse = defineCommand<{ readonly local?: boolean }, UseOptions>({
  examples: [
    { line: 'edu-repo remote use schule', does: 'from now on commands mean this repository' },
    { line: 'edu-repo remote use --local', does: 'from now on they mean the local data directory again' },
  ],
  configure: (command) =>
    command.argument('[name]', 'a remote').option('--local', 'the local data directory instead of a remote'),
  readOptions: ([name], flags) => readUse(name, flags.local === true),
  run: async ({ name }, context) => {
    const file = settingsFile(context.globals, context.environment);
    const where = name === undefined ? 'the local data directory' : remoteUrl(name, await readSettings(file)).href;
    const unless = `where neither --remote, --url, EDU_REPO_REMOTE nor EDU_REPO_URL says otherwise.`;
    if (context.globals.dryRun) context.output.note(`Would choose ${where}.`);
    else {
      await saveChoice(file, name);
      context.output.note(`Commands mean ${where} now, ${unless}`);
    }
    return exitCodes.ok;
  },
});
