import { collect } from '../node-arguments/properties.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { repositoryRecord } from './views.ts';

interface AddFlags {
  readonly write?: boolean;
  readonly host?: readonly string[];
}

interface AddOptions {
  readonly url: string;
  readonly write: boolean;
  readonly hosts: readonly string[];
}

export const repositoryAdd = defineCommand<AddFlags, AddOptions>({
  examples: [
    {
      line: 'edu-repo repository add https://repo.example.org',
      does: 'connect a repository for reading and searching, and show its key; run this on the other side as well',
    },
    {
      line: 'edu-repo repository add https://repo.example.org/edu-sharing/rest --write',
      does: 'also pass on calls that change something there',
    },
  ],
  configure: (command) =>
    command
      .argument('<url>', 'address of the other repository')
      .option('--write', 'also pass on calls that change something there')
      .option('--host <host>', 'another address that the repository calls from; repeatable', collect),
  readOptions: ([url = ''], { write, host }) => ({ url, write: write === true, hosts: host ?? [] }),
  run: async ({ url, write, hosts }, context) => {
    const { output, globals } = context;
    const { client } = await context.connect();
    const added = await client.addConnectedRepository({ body: { url, write, hosts: [...hosts] } });
    if (globals.dryRun) {
      output.note(`Would connect the repository at ${url}${write ? ', also for changes' : ''}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(added, repositoryRecord);
    const { own } = await client.listConnectedRepositories();
    output.note(
      `Compare the key with the administrator of ${added.id}. The key of this repository (${own.id}): ${own.fingerprint}`,
    );
    output.note(
      `If ${added.id} has not connected this repository yet, run edu-repo repository add there. To test: edu-repo repository test ${added.id}`,
    );
    return exitCodes.ok;
  },
});
