import { type CopyNodesOptions, copyNodes } from '../node/copy-nodes.ts';
import { writeNodeAddress } from '../node-arguments/address.ts';
import { isFolder } from '../node-arguments/node.ts';
import type { AddressedNode } from '../node-arguments/one-by-one.ts';
import { printChanged } from '../node-arguments/print-nodes.ts';
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

/** Throws a usage failure for a folder. */
export function requireRecursive({ address, node }: AddressedNode): void {
  if (!isFolder(node)) return;
  const what = `${writeNodeAddress(address)} is a folder.`;
  throw usageFailure(what, 'The command copies folders only with -r.', 'Add -r to the command');
}

/** The summary. For a single copy, it includes the name, which may differ from the requested one. */
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
  await printChanged(copies, context);
  return exitCodes.ok;
}
