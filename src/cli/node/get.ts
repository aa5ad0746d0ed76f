import { addressesIn, readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { findAll } from '../node-arguments/one-by-one.ts';
import { printNode, printNodes } from '../node-arguments/print-nodes.ts';
import { nodeList } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const nodeGet = defineCommand<Record<never, never>, { readonly words: readonly string[] }>({
  examples: [
    { line: "edu-repo node get '/Mathe/Klasse 7'", does: 'show a folder; with -v, all its properties' },
    { line: 'edu-repo node get -userhome- -o id', does: 'print the ID of your home folder' },
    {
      line: 'edu-repo search bruch -o id | edu-repo node get - -o jsonl',
      does: 'print search hits with all properties, one JSON object per line',
    },
  ],
  configure: (command) => command.argument('<address...>', 'one or more nodes; - reads them from stdin'),
  readOptions: (words) => {
    addressesIn(words);
    return { words };
  },
  nodes: ({ words }) => addressesIn(words),
  run: async ({ words }, context) => {
    const addresses = await readAddresses(words, context);
    const { client } = await context.connect();
    const [only] = addresses;
    if (only !== undefined && addresses.length === 1 && words[0] !== '-') {
      await printNode({ node: await findNode(client, only) }, context);
      return exitCodes.ok;
    }
    const { nodes, exitCode } = await findAll(client, addresses, context.output);
    const found = nodes.map(({ node }) => node);
    await printNodes(found, nodeList({ long: true }), context);
    return exitCode;
  },
});
