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

export const trashListing = defineCommand<{ readonly person?: string }, TrashPart>({
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
      .argument('[pattern]', 'part of a name; * matches any characters')
      .option('--person <user>', "list the trash of this person (default: yours; for administrators, everyone's)"),
  readOptions: (words, { person }) => ({ pattern: words[0] === undefined || words[0] === '' ? '*' : words[0], person }),
  run: async (part, context) => {
    const { client } = await context.connect();
    const shown = await printNodes(trashOf(client, part), trashList, context);
    if (shown === 0) context.output.note(nothingShown(part));
    return exitCodes.ok;
  },
});
