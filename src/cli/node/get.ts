import { parseNodeAddress } from '../node-arguments/address.ts';
import { readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { nodeList, nodeRecord } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const nodeGet = defineCommand<Record<never, never>, { readonly words: readonly string[] }>({
  examples: [
    { line: "edu-repo node get '/Mathe/Klasse 7'", does: 'show all properties of a folder' },
    { line: 'edu-repo node get -userhome- -o id', does: 'print the ID of your home folder' },
    {
      line: 'edu-repo search bruch -o id | edu-repo node get - -o jsonl',
      does: 'print search hits with all properties, one JSON object per line',
    },
  ],
  configure: (command) => command.argument('<address...>', 'one or more nodes; - reads them from stdin'),
  readOptions: (words) => {
    for (const word of words) if (word !== '-') parseNodeAddress(word);
    return { words };
  },
  run: async ({ words }, context) => {
    const addresses = await readAddresses(words, context.stdin);
    const { client } = await context.connect();
    const printer = await context.printer();
    const [only] = addresses;
    if (only !== undefined && addresses.length === 1 && words[0] !== '-') {
      await printer.record({ node: await findNode(client, only) }, nodeRecord);
      return exitCodes.ok;
    }
    const nodes = async function* () {
      for (const address of addresses) yield await findNode(client, address);
    };
    await printer.list(nodes(), nodeList({ long: true }));
    return exitCodes.ok;
  },
});
