import { Option } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress, writeInRepository } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { alsoNamed } from '../program/old-names.ts';
import { harvestRecord } from './views.ts';

type Draft = Arguments<Operations['addHarvest']>['body'];

interface AddOptions {
  readonly address: NodeAddress;
  readonly draft: Draft;
}

interface AddFlags extends Pick<Draft, 'ifExists' | 'set' | 'prefix'> {
  readonly schedule: string;
  readonly kind?: string;
}

export const harvestAdd = defineCommand<AddFlags, AddOptions>({
  examples: [
    {
      line: "edu-repo harvest add https://oai.example.org/oai /Import --kind oai --schedule '0 3 * * *'",
      does: 'import from an OAI-PMH server every night at 3 (administrators only)',
    },
    {
      line: "edu-repo harvest add lists/material.csv /Material --schedule '0 6 * * 1-5'",
      does: 'import a list in the folder harvest.folder of the server on each workday',
    },
  ],
  configure: (command) => {
    command
      .argument('<source>', 'address, or path below the folder harvest.folder of the server')
      .argument('<path>', 'folder in the repository, created if missing')
      .requiredOption('--schedule <cron>', "when it runs, as in a crontab: '0 3 * * *' is every day at 3")
      .option('--kind <kind>', 'kind of the source, as for import (default: recognised by its content)');
    alsoNamed(command, '--as')
      .addOption(
        new Option('--if-exists <what>', 'what to do with items that were imported before').choices([
          ...['skip', 'update', 'rename', 'version', 'fail'],
        ]),
      )
      .option('--set <set>', 'only this set of an OAI-PMH server')
      .option('--prefix <format>', 'metadata format of an OAI-PMH server');
  },
  readOptions: ([source = '', path = ''], { kind, ...flags }) => {
    const address = parseNodeAddress(path);
    const draft = { source, target: writeInRepository(address), ...flags };
    return { address, draft: { ...draft, ...(kind === undefined ? {} : { kind }) } };
  },
  nodes: ({ address }) => [address],
  run: async ({ draft }, context) => {
    const { client } = await context.connect();
    const added = await client.addHarvest({ body: draft });
    if (context.globals.dryRun) {
      context.output.note(`Would add a harvest of ${draft.source} to ${draft.target}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(added, harvestRecord);
    context.output.note(`To run it now: edu-repo harvest run ${added.id}`);
    return exitCodes.ok;
  },
});
