import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { hasContent, propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';
import { nodeRecord } from '../node-arguments/views.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import type { Output } from '../print/output.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { nodeChanges, type Properties, propertyChanges } from './property-changes.ts';

/** The number of a version as a path has it. */
interface WrittenVersion {
  readonly major: string;
  readonly minor: string;
}

/** Reads `1.2`. Throws a usage failure where the text is no number of a version. */
function parseVersion(text: string): WrittenVersion {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (major !== undefined && minor !== undefined) return { major, minor };
  throw usageFailure(
    `«${text}» is no number of a version.`,
    'A version is written as two numbers with a dot between them, such as 1.2.',
    'Which ones there are: edu-repo node versions ADDRESS',
  );
}

interface RevertOptions {
  readonly address: NodeAddress;
  readonly version: WrittenVersion;
  readonly withName: boolean;
}

type Version = Result<Operations['getVersion']>['version'];

const labelOf = ({ major, minor }: { readonly major: string | number; readonly minor: string | number }): string =>
  `${major}.${minor}`;

/** A version from before the first upload has no content: going back to it leaves a file with nothing in it. */
async function askBeforeEmptying(
  node: RepositoryNode,
  { contentUrl }: Version,
  { address, version, withName }: RevertOptions,
  context: Context,
): Promise<void> {
  if (!hasContent(node) || contentUrl !== null) return;
  const written = writeNodeAddress(address);
  const label = labelOf(version);
  await requireConfirmation(
    {
      question: `Version ${label} of ${written} has no content. Take the file back to it all the same?`,
      would: `Version ${label} of ${written} has no content: the file would be empty.`,
      again: `edu-repo node revert --yes ${withName ? '--with-name ' : ''}${shellWord(written)} ${label}`,
    },
    context,
  );
}

const propertiesOfVersion = ({ properties }: Version): Properties =>
  properties.map(({ name, values }) => [name, values] as const);

function plannedChanges(node: RepositoryNode, version: Version, { withName }: RevertOptions): string[] {
  const [before, after] = [propertiesOf(node), propertiesOfVersion(version)].map((properties) =>
    properties.filter(([name]) => withName || name !== 'cm:name'),
  );
  return propertyChanges(before ?? [], after ?? []);
}

/** The name that the version had, where the node keeps another one. */
function noteNameKept(node: RepositoryNode, version: Version, { withName }: RevertOptions, output: Output): void {
  const name = new Map(propertiesOfVersion(version)).get('cm:name')?.[0];
  if (name === undefined || name === node.name) return;
  const why = withName
    ? `the folder has something else named ${onOneLine(name)}.`
    : `it was ${onOneLine(name)} in that version, which --with-name gives back.`;
  output.note(`The name stays ${onOneLine(node.name)}: ${why}`);
}

/** The labels of all versions of a node. */
const labelsOf = async (client: Client, node: string): Promise<string[]> =>
  (await client.listVersions({ repository, node })).versions.map(labelOf);

/** `node revert` */
export const nodeRevert = defineCommand<{ readonly withName?: true }, RevertOptions>({
  examples: [
    { line: 'edu-repo node versions /Plan.md', does: 'first: which versions there are' },
    {
      line: 'edu-repo node revert /Plan.md 1.2',
      does: 'then: properties and content as they were; the name stays, and nothing is lost',
    },
    { line: 'edu-repo node revert /Plan.md 1.2 --dry-run', does: 'say what would change, and change nothing' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<version>', 'the number of a version, such as 1.2')
      .option('--with-name', 'give the node the name of that version too'),
  readOptions: ([address = '', version = ''], { withName }) => ({
    address: parseNodeAddress(address),
    version: parseVersion(version),
    withName: withName === true,
  }),
  run: async (options, context) => {
    const { client } = await context.connect();
    const before = await findNode(client, options.address);
    const node = before.ref.id;
    const label = labelOf(options.version);
    const written = writeNodeAddress(options.address);
    const { version } = await client.getVersion({ repository, node, ...options.version });
    if (context.globals.dryRun) {
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
        ? `${written} is as in version ${label} already.`
        : [`Took ${written} back to version ${label}. Changed:`, ...changes].join('\n'),
    );
    const saved = (await labelsOf(client, node)).find((each) => !labels.includes(each));
    if (saved !== undefined) {
      context.output.note(
        `Kept what no version had as version ${saved}. To get it back: edu-repo node revert ${node} ${saved}`,
      );
    }
    noteNameKept(entry.node, version, options, context.output);
    await (await context.printer()).record(entry, nodeRecord);
    return exitCodes.ok;
  },
});
