import { type CopyNodesOptions, copyNodes } from '../node/copy-nodes.ts';
import { writeNodeAddress } from '../node-arguments/address.ts';
import { isFolder, type RepositoryNode, shownName } from '../node-arguments/node.ts';
import type { AddressedNode } from '../node-arguments/one-by-one.ts';
import { nodeList } from '../node-arguments/views.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { IfExists } from './transfer-settings.ts';

interface CopyBetween extends Pick<CopyNodesOptions, 'sources' | 'target'> {
  readonly recursive: boolean;
  /** What to do if a name is taken; undefined to give the copy another name. */
  readonly ifExists: IfExists | undefined;
}

/** The action if a name is taken; undefined to let the server choose another name, which is the default. */
function onNameClash(how: IfExists | undefined): CopyNodesOptions['onNameClash'] {
  if (how === undefined || how === 'rename') return undefined;
  return ({ address }, present) => {
    if (how === 'skip') return;
    throw new Failure(exitCodes.conflict, {
      what: `${writeNodeAddress(address)} was not copied: ${present.name} already exists.`,
      why: '--if-exists fail does not allow an existing name.',
      next: 'Choose another name, or use --if-exists rename or skip',
    });
  };
}

function requireRecursive({ address, node }: AddressedNode): void {
  if (!isFolder(node)) return;
  const what = `${writeNodeAddress(address)} is a folder.`;
  throw usageFailure(what, 'The command copies folders only with -r.', 'Add -r to the command');
}

/** The summary. For a single copy, it includes the name, which may differ from the requested one. */
function copiedText(count: number, last: RepositoryNode | undefined): string {
  if (count !== 1 || last === undefined) return `Copied ${counted(count, 'node')} on the server`;
  return `Copied ${shownName(last)}${isFolder(last) ? ' and everything below it' : ''} on the server`;
}

/** Copies nodes within a repository, without downloading their content. */
export async function copyBetween(options: CopyBetween, context: Context): Promise<ExitCode> {
  const { sources, target, recursive, ifExists } = options;
  const clash = onNameClash(ifExists);
  const copies = copyNodes(
    {
      sources,
      target,
      withChildren: true,
      ...(recursive ? {} : { check: requireRecursive }),
      ...(clash === undefined ? {} : { onNameClash: clash }),
    },
    context,
  );
  if (context.globals.output !== undefined) {
    await (await context.printer()).list(copies, nodeList({ long: true }));
    return exitCodes.ok;
  }
  let count = 0;
  let last: RepositoryNode | undefined;
  for await (const copy of copies) {
    count += 1;
    context.output.detail(`Created ${shownName(copy)}`);
    last = copy;
  }
  if (!context.globals.dryRun) context.output.note(copiedText(count, last));
  return exitCodes.ok;
}
