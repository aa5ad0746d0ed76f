import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { asUpload, gatherFiles } from './gather-files.ts';
import { importedList, importedOf, noteLines } from './import-report.ts';

/** `mds check` */
export const mdsCheck = defineCommand<Record<never, never>, { readonly paths: readonly string[] }>({
  examples: [
    {
      line: 'edu-repo mds check berufsschule.yaml',
      does: 'whether a set can be read, with the value lists beside it, and what is wrong with it, by line',
    },
    { line: 'edu-repo mds check values/*.yaml -o json', does: 'the same of value lists, together, for programs' },
  ],
  configure: (command) =>
    command.argument('<path...>', 'sets and value lists, or folders of them, in any form that mds import reads'),
  readOptions: (paths) => ({ paths }),
  run: async ({ paths }, context) => {
    // A file that is not there is told before anybody is asked.
    const { files } = await gatherFiles(paths);
    const { client } = await context.connect();
    const report = await client.importMetadata({ repository, dryRun: true, body: asUpload(files) });
    await (await context.printer()).list(importedOf(report), importedList(report));
    for (const line of noteLines(report)) context.output.report(line);
    // What is only kept in another form needs no hand.
    if (report.notes.every(({ kind }) => kind === 'changed')) return exitCodes.ok;
    throw new Failure(exitCodes.error, {
      what: `${paths.join(', ')} can be read, but not all of it fits.`,
      why: 'What is named above would be left out, or could not be used.',
      next: `Correct it, and try again: edu-repo mds check ${paths.map(shellWord).join(' ')}`,
    });
  },
});
