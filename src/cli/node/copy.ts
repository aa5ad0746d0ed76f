import { parseNodeAddress } from '../node-arguments/address.ts';
import { readSourcesAndTarget } from '../node-arguments/sources-and-target.ts';
import { nodeList } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CopyNodesOptions, copyNodes } from './copy-nodes.ts';

interface CopyFlags {
  readonly withoutChildren?: boolean;
}

/** `node copy` */
export const nodeCopy = defineCommand<CopyFlags, CopyNodesOptions>({
  examples: [
    { line: 'edu-repo node copy /Vorlagen/2025 /Mathe', does: 'a folder with all below it, on the server' },
    { line: 'edu-repo node copy /Plan.md /Mathe/Plan-Kopie.md', does: 'under another name' },
    { line: 'edu-repo node copy /Vorlagen /Mathe --without-children', does: 'the folder alone' },
  ],
  configure: (command) =>
    command
      .usage('[options] <source...> <target>')
      .argument('<address...>', 'nodes, then where the copies go; a name that is taken gets « - 1»')
      .option('--without-children', 'folders without what lies in them'),
  readOptions: (words, flags) => ({
    ...readSourcesAndTarget(words, parseNodeAddress),
    withChildren: flags.withoutChildren !== true,
  }),
  run: async (options, context) => {
    const copies = copyNodes(options, context);
    if (context.globals.dryRun) for await (const _ of copies);
    else await (await context.printer()).list(copies, nodeList({ long: true }));
    return exitCodes.ok;
  },
});
