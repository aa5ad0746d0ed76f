import { remoteUrl } from '../connection/chosen-repository.ts';
import { createLoginStore } from '../connection/login-store.ts';
import { dropRemote, readSettings, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { readRemoteName } from './remote-name.ts';

export const remoteRemove = defineCommand<Record<never, never>, { readonly name: string }>({
  examples: [
    { line: 'edu-repo remote remove probe', does: 'remove the remote and its saved login' },
    { line: 'edu-repo remote rm probe --dry-run', does: 'show what would be removed' },
  ],
  configure: (command) => command.argument('<name>', 'name of a remote'),
  readOptions: ([name = '']) => ({ name: readRemoteName(name) }),
  run: async ({ name }, context) => {
    const file = settingsFile(context.globals, context.environment);
    const settings = await readSettings(file);
    const url = remoteUrl(name, settings);
    if (context.globals.dryRun) {
      context.output.note(`Would remove ${name} (${url.href}) and its login.`);
      return exitCodes.ok;
    }
    await dropRemote(file, name);
    const others = [...settings.remotes].filter(([other, address]) => other !== name && address === url.href);
    if (others.length === 0) await createLoginStore(file).forget(url);
    if (settings.chosen === name)
      context.output.note('No remote is chosen now. The default is the local data directory.');
    return exitCodes.ok;
  },
});
