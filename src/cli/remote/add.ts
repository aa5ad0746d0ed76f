import { isUnencrypted, repositoryUrl } from '../connection/repository-url.ts';
import { readSettings, saveRemote, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { readRemoteName } from './remote-name.ts';
import { remoteRecord } from './views.ts';

interface AddOptions {
  readonly name: string;
  readonly url: URL;
}

const taken = (name: string, url: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `The remote ${name} already exists.`,
    why: `Its address is ${url}.`,
    next: `Choose another name, or remove it first: edu-repo remote remove ${name}`,
  });

export const remoteAdd = defineCommand<Record<never, never>, AddOptions>({
  examples: [
    { line: 'edu-repo remote add schule https://repo.example.org', does: 'add a repository under the name schule' },
    {
      line: 'edu-repo remote add probe http://127.0.0.1:8080/edu-sharing/rest',
      does: 'state the path too (default: /edu-sharing/rest)',
    },
  ],
  configure: (command) =>
    command
      .argument('<name>', 'name of your choice: letters, digits, dots, hyphens, underscores')
      .argument('<address>', 'URL of a repository'),
  readOptions: ([name = '', address = '']) => ({ name: readRemoteName(name), url: repositoryUrl(address) }),
  run: async ({ name, url }, context) => {
    const file = settingsFile(context.globals, context.environment);
    const { remotes, chosen } = await readSettings(file);
    const present = remotes.get(name);
    if (present !== undefined && present !== url.href) throw taken(name, present);
    if (isUnencrypted(url)) {
      context.output.report(`Warning: edu-repo sends passwords unencrypted over http to ${url.host}.`);
    }
    if (context.globals.dryRun) context.output.note(`Would add ${name}: ${url.href}`);
    else if (present === undefined) await saveRemote(file, name, url.href);
    await (await context.printer()).record({ name, url: url.href, chosen: chosen === name }, remoteRecord);
    if (!context.globals.dryRun) context.output.note(`Next: edu-repo remote use ${name}, and edu-repo login ${name}`);
    return exitCodes.ok;
  },
});
