import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { asUpload, gatherFiles } from './gather-files.ts';
import { importedList, importedOf, noteLines } from './import-report.ts';

export const mdsCheck = defineCommand<Record<never, never>, { readonly paths: readonly string[] }>({
  examples: [
    {
      line: 'edu-repo mds check berufsschule.yaml',
      does: 'check a metadata set and the value lists beside it; errors have line numbers',
    },
    { line: 'edu-repo mds check values/*.yaml -o json', does: 'check several value lists, with JSON output' },
  ],
  configure: (command) =>
    command.argument(
      '<path...>',
      'metadata sets and value lists, or folders with them, in any format that mds import reads',
    ),
  readOptions: (paths) => ({ paths }),
  run: async ({ paths }, context) => {
    // A missing file fails before the server is contacted.
    const { files } = await gatherFiles(paths);
    const { client } = await context.connect();
    const report = await client.importMetadata({ repository, dryRun: true, body: asUpload(files) });
    await (await context.printer()).list(importedOf(report), importedList(report));
    for (const line of noteLines(report)) context.output.report(line);
    // Converted or repaired items need no correction.
    if (report.notes.every(({ kind }) => kind === 'changed')) return exitCodes.ok;
    throw new Failure(exitCodes.error, {
      what: `Found errors in ${paths.join(', ')}.`,
      why: 'mds import would skip these items, or import them in an unusable form.',
      next: `Correct them and try again: edu-repo mds check ${paths.map(shellWord).join(' ')}`,
    });
  },
});
