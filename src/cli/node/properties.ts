import { Option } from 'commander';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import {
  type ModelKind,
  modelKinds,
  nodePropertyList,
  propertyLabelList,
  sortedProperties,
} from './property-labels.ts';

interface PropertiesOptions {
  /** The node; undefined to list the content model. */
  readonly address: NodeAddress | undefined;
  readonly kind: ModelKind;
}

async function printModelEntries(kind: ModelKind, context: Context): Promise<void> {
  const { client } = await context.connect();
  const dictionary = await client.getDictionary({ repository });
  const printer = await context.printer();
  // One branch per kind, so that TypeScript pairs the entries with their view.
  if (kind === 'types') await printer.list(dictionary.types, propertyLabelList(kind));
  else if (kind === 'aspects') await printer.list(dictionary.aspects, propertyLabelList(kind));
  else if (kind === 'namespaces') await printer.list(dictionary.namespaces, propertyLabelList(kind));
  else await printer.list(dictionary.properties, propertyLabelList(kind));
}

export const nodeProperties = defineCommand<{ readonly kind?: ModelKind }, PropertiesOptions>({
  examples: [
    { line: 'edu-repo node properties', does: 'list all properties of the content model with type and title' },
    { line: 'edu-repo node properties /Plan.md', does: 'list the properties of a node' },
    { line: 'edu-repo node properties --kind types', does: 'list the node types, and which of them are folders' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'node (default: the content model)')
      .addOption(
        new Option('--kind <kind>', 'part of the content model to list (default: properties)').choices(modelKinds),
      ),
  readOptions: ([address], { kind }) => {
    if (address !== undefined && kind !== undefined) {
      throw usageFailure(
        'A node and --kind cannot be combined.',
        '--kind lists the content model, not the properties of a node.',
        'For help: edu-repo help node properties',
      );
    }
    return { address: address === undefined ? undefined : parseNodeAddress(address), kind: kind ?? 'properties' };
  },
  nodes: ({ address }) => [address],
  run: async ({ address, kind }, context) => {
    if (address === undefined) {
      await printModelEntries(kind, context);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const node = await findNode(client, address);
    await (await context.printer()).list(sortedProperties(node), nodePropertyList);
    return exitCodes.ok;
  },
});
