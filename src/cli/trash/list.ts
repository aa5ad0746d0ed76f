import { atRemote } from '../connection/at-remote.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type TrashPart, trashOf } from './trashed.ts';
import { trashList } from './views.ts';

const nothingShown = ({
  pattern,
  person,
}: {
  readonly pattern: string;
  readonly person?: string | undefined;
}): string => {
  if (pattern !== '*') return `No node in the trash matches "${pattern}".`;
  return person === undefined ? 'The trash is empty.' : `The trash has no nodes that ${person} deleted or owns.`;
};

interface ListOptions extends TrashPart {
  /** The remote before the pattern; undefined for the chosen repository. */
  readonly remote: string | undefined;
}

/** Reads a pattern, `NAME:` for all of a remote, or `NAME:PATTERN`. */
function readPattern(text = ''): Pick<ListOptions, 'pattern' | 'remote'> {
  const [, remote, pattern = text] = /^(?:repo|([A-Za-z0-9][A-Za-z0-9._-]+)):(.*)$/.exec(text) ?? [];
  return { remote, pattern: pattern === '' ? '*' : pattern };
}

export const trashListing = defineCommand<{ readonly person?: string }, ListOptions>({
  examples: [
    {
      line: 'edu-repo trash list',
      does: 'list nodes in the trash that you deleted or own, with time, person and former path',
    },
    { line: "edu-repo trash list 'Blatt*'", does: 'list nodes in the trash whose names match a pattern' },
    {
      line: 'edu-repo trash list --person anna',
      does: 'list nodes in the trash that anna deleted or owns (administrators only)',
    },
  ],
  configure: (command) =>
    command
      .argument('[pattern]', 'part of a name; * matches any characters; NAME: before it, or alone, means a remote')
      .option('--person <user>', "list the trash of this person (default: yours; for administrators, everyone's)"),
  readOptions: ([text], { person }) => ({ ...readPattern(text), person }),
  run: ({ remote, ...part }, context) =>
    atRemote(remote, context, async (at) => {
      const { client } = await at.connect();
      const shown = await printNodes(trashOf(client, part), trashList, at);
      if (shown === 0) at.output.note(nothingShown(part));
      return exitCodes.ok;
    }),
});
