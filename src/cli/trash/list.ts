import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type TrashPart, trashOf } from './trashed.ts';
import { trashList } from './views.ts';

/** `trash list` */
export const trashListing = defineCommand<{ readonly person?: string }, TrashPart>({
  examples: [
    { line: 'edu-repo trash list', does: 'what you deleted or own: when, by whom, and where it lay' },
    { line: "edu-repo trash list 'Blatt*'", does: 'where the name has this in it' },
    { line: 'edu-repo trash list --person anna', does: 'what anna deleted or owns, for administrators' },
  ],
  configure: (command) =>
    command
      .argument('[pattern]', 'looked for in names; * stands for any letters')
      .option('--person <user>', 'whose; an administrator sees everybody’s when left out'),
  readOptions: (words, { person }) => ({ pattern: words[0] === undefined || words[0] === '' ? '*' : words[0], person }),
  run: async (part, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(trashOf(client, part), trashList);
    if (shown === 0) context.output.note('Nothing in the trash.');
    return exitCodes.ok;
  },
});
