import { parseNodeAddress } from '../node-arguments/address.ts';
import { printChanged } from '../node-arguments/print-nodes.ts';
import { readSourcesAndTarget } from '../node-arguments/sources-and-target.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CopyNodesOptions, copyNodes } from './copy-nodes.ts';

interface CopyFlags {
  readonly withoutChildren?: boolean;
}

export const nodeCopy = defineCommand<CopyFlags, CopyNodesOptions>({
  examples: [
    { line: 'edu-repo node copy /Vorlagen/2025 /Mathe', does: 'copy a folder with everything below it' },
    { line: 'edu-repo node copy /Plan.md /Mathe/Plan-Kopie.md', does: 'copy under another name' },
    { line: 'edu-repo node copy /Vorlagen /Mathe --without-children', does: 'copy only the folder itself' },
  ],
  configure: (command) =>
    command
      .usage('[options] <source...> <target>')
      .argument('<address...>', 'nodes, then the target; a copy gets " - 1" appended if its name is taken')
      .option('--without-children', 'copy folders without their contents'),
  readOptions: (words, flags) => ({
    ...readSourcesAndTarget(words, parseNodeAddress),
    withChildren: flags.withoutChildren !== true,
  }),
  nodes: ({ sources, target }) => [...sources, target],
  run: async (options, context) => {
    const copies = copyNodes(options, context);
    if (context.globals.dryRun) for await (const _ of copies);
    else await printChanged(copies, context);
    return exitCodes.ok;
  },
});
