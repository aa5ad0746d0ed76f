import { Option } from 'commander';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { type ModelKind, modelKinds, nodePropertyList, propertiesOf, propertyLabelList } from './property-labels.ts';

interface PropertiesOptions {
  /** Undefined: what nodes can have at all. */
  readonly address: NodeAddress | undefined;
  readonly kind: ModelKind;
}

async function printModelEntries(kind: ModelKind, context: Context): Promise<void> {
  const { client } = await context.connect();
  const dictionary = await client.getDictionary({ repository });
  const printer = await context.printer();
  // One line for each kind, so that the words and their view stay of one kind.
  if (kind === 'types') await printer.list(dictionary.types, propertyLabelList(kind));
  else if (kind === 'aspects') await printer.list(dictionary.aspects, propertyLabelList(kind));
  else if (kind === 'namespaces') await printer.list(dictionary.namespaces, propertyLabelList(kind));
  else await printer.list(dictionary.properties, propertyLabelList(kind));
}

/** `node properties` */
export const nodeProperties = defineCommand<{ readonly kind?: ModelKind }, PropertiesOptions>({
  examples: [
    { line: 'edu-repo node properties', does: 'the properties that are known: name, type and title' },
    { line: 'edu-repo node properties /Plan.md', does: 'the properties of this node, a line for each' },
    { line: 'edu-repo node properties --kind types', does: 'the types that nodes can have, and which are folders' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'a node; what nodes can have at all when left out')
      .addOption(
        new Option('--kind <kind>', 'without a node: which words to list; properties when left out').choices(
          modelKinds,
        ),
      ),
  readOptions: ([address], { kind }) => {
    if (address !== undefined && kind !== undefined) {
      throw usageFailure(
        'A node and --kind do not go together.',
        '--kind lists what is known in general, not what a node has.',
        'Try: edu-repo help node properties',
      );
    }
    return { address: address === undefined ? undefined : parseNodeAddress(address), kind: kind ?? 'properties' };
  },
  run: async ({ address, kind }, context) => {
    if (address === undefined) {
      await printModelEntries(kind, context);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const node = await findNode(client, address);
    await (await context.printer()).list(propertiesOf(node), nodePropertyList);
    return exitCodes.ok;
  },
});
