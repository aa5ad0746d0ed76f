import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { hasContent, hasContentUrl, propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { labelOf } from '../node-arguments/versions.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import type { Output } from '../print/output.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { nodeChanges, propertyChanges } from './property-changes.ts';

interface VersionNumber {
  readonly major: number;
  readonly minor: number;
}

/** Parses `1.2`. Throws a usage failure for other texts. */
function parseVersion(text: string): VersionNumber {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (major !== undefined && minor !== undefined) return { major: Number(major), minor: Number(minor) };
  throw usageFailure(
    `"${text}" is not a version number.`,
    'A version number consists of two numbers and a dot, such as 1.2.',
    'To list the versions: edu-repo node versions ADDRESS',
  );
}

interface RevertOptions {
  readonly address: NodeAddress;
  readonly version: VersionNumber;
  readonly withName: boolean;
}

type Version = Result<Operations['getVersion']>['version'];

/** Asks before reverting to a version without content, which leaves the file empty. */
async function askBeforeEmptying(
  node: RepositoryNode,
  target: Version,
  { address, version, withName }: RevertOptions,
  context: Context,
): Promise<void> {
  if (!hasContent(node) || hasContentUrl(target)) return;
  const written = writeNodeAddress(address);
  const label = labelOf(version);
  await requireConfirmation(
    {
      question: `Version ${label} of ${written} has no content. Revert the file to it anyway?`,
      would: `Version ${label} of ${written} has no content, so the file would be empty.`,
      again: `edu-repo node revert --yes ${withName ? '--with-name ' : ''}${shellWord(written)} ${label}`,
    },
    context,
  );
}

function plannedChanges(node: RepositoryNode, version: Version, { withName }: RevertOptions): string[] {
  const [before, after] = [propertiesOf(node), propertiesOf(version)].map((properties) =>
    properties.filter(([name]) => withName || name !== 'cm:name'),
  );
  return [...propertyChanges(before ?? [], after ?? []), ...plannedContent(node, version)];
}

/** A version does not say whether its content differs. */
function plannedContent(node: RepositoryNode, version: Version): string[] {
  if (hasContentUrl(version)) return [`  content: that of version ${labelOf(version.version)}`];
  return hasContent(node) ? ['  content: none'] : [];
}

function noteNameKept(node: RepositoryNode, version: Version, { withName }: RevertOptions, output: Output): void {
  const name = new Map(propertiesOf(version)).get('cm:name')?.[0];
  if (name === undefined || name === node.name) return;
  const why = withName
    ? `another node in the folder is named ${onOneLine(name)}.`
    : `that version was named ${onOneLine(name)}. To restore the name too, add --with-name.`;
  output.note(`The name is still ${onOneLine(node.name)}: ${why}`);
}

const labelsOf = async (client: Client, node: string): Promise<string[]> =>
  (await client.listVersions({ repository, node })).versions.map(labelOf);

export const nodeRevert = defineCommand<{ readonly withName?: true }, RevertOptions>({
  examples: [
    { line: 'edu-repo node versions /Plan.md', does: 'list the versions first' },
    {
      line: 'edu-repo node revert /Plan.md 1.2',
      does: 'make version 1.2 the current version again',
    },
    { line: 'edu-repo node revert /Plan.md 1.2 --dry-run', does: 'show what would change' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<version>', 'version number, such as 1.2')
      .option('--with-name', 'also restore the name of that version'),
  readOptions: ([address = '', version = ''], { withName }) => ({
    address: parseNodeAddress(address),
    version: parseVersion(version),
    withName: withName === true,
  }),
  nodes: ({ address }) => [address],
  run: async (options, context) => {
    const { client } = await context.connect();
    const before = await findNode(client, options.address);
    const node = before.ref.id;
    const label = labelOf(options.version);
    const written = writeNodeAddress(options.address);
    const { version } = await client.getVersion({ repository, node, ...options.version });
    if (context.globals.dryRun) {
      await client.revertVersion({ repository, node, ...options.version, withName: options.withName });
      context.output.note(
        [`Would revert ${written} to ${label}.`, ...plannedChanges(before, version, options)].join('\n'),
      );
      return exitCodes.ok;
    }
    await askBeforeEmptying(before, version, options, context);
    const labels = await labelsOf(client, node);
    const entry = await client.revertVersion({ repository, node, ...options.version, withName: options.withName });
    const changes = nodeChanges(before, entry.node);
    context.output.note(
      changes.length === 0
        ? `${written} already equals version ${label}.`
        : [`Reverted ${written} to version ${label}. Changes:`, ...changes].join('\n'),
    );
    const saved = (await labelsOf(client, node)).find((each) => !labels.includes(each));
    if (saved !== undefined) {
      context.output.note(
        `Saved the previous state as version ${saved}. To restore it: edu-repo node revert ${node} ${saved}`,
      );
    }
    noteNameKept(entry.node, version, options, context.output);
    await printChangedNode(entry, context);
    return exitCodes.ok;
  },
});
