import { remoteUrl } from '../connection/chosen-repository.ts';
import { createLoginStore } from '../connection/login-store.ts';
import { dropRemote, readSettings, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { readRemoteName } from './remote-name.ts';

/** `remote remove` */
export const remoteRemove = defineCommand<Record<never, never>, { readonly name: string }>({
  examples: [
    { line: 'edu-repo remote remove probe', does: 'forgets the name, and the login that is kept for it' },
    { line: 'edu-repo remote rm probe --dry-run', does: 'only says what would be forgotten' },
  ],
  configure: (command) => command.argument('<name>', 'a remote'),
  readOptions: ([name = '']) => ({ name: readRemoteName(name) }),
  run: async ({ name }, context) => {
    const file = settingsFile(context.globals, context.environment);
    const settings = await readSettings(file);
    const url = remoteUrl(name, settings);
    if (context.globals.dryRun) {
      context.output.note(`Would forget ${name} (${url.href}) and the login for it.`);
      return exitCodes.ok;
    }
    await dropRemote(file, name);
    const others = [...settings.remotes].filter(([other, address]) => other !== name && address === url.href);
    if (others.length === 0) await createLoginStore(file).forget(url);
    if (settings.chosen === name) context.output.note('Commands mean the local data directory again.');
    return exitCodes.ok;
  },
});
