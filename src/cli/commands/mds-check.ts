import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { checkedList, misfitsOf } from '../metadata-sets/check-report.ts';
import { repository } from '../nodes/node.ts';
import { shellWord } from '../shell-word.ts';

/** `mds check` */
export const mdsCheck = defineCommand<Record<never, never>, { readonly file: string }>({
  examples: [
    {
      line: 'edu-repo mds check berufsschule.yaml',
      does: 'whether a set can be read, and what is wrong with it, by line',
    },
    { line: 'edu-repo mds check values/lernfelder.yaml -o json', does: 'the same of a value list, for programs' },
  ],
  configure: (command) => command.argument('<file>', 'a set or a value list, in any form that mds import reads'),
  readOptions: ([file = '']) => ({ file }),
  run: async ({ file }, context) => {
    // A file that is not there is told before anybody is asked.
    await (await open(file)).close();
    const { client } = await context.connect();
    const upload = { name: basename(file), mimeType: undefined, bytes: createReadStream(file) };
    const report = await client.importMetadata({ repository, dryRun: true, body: upload });
    await (await context.printer()).list([...report.sets, ...report.valueLists], checkedList(report));
    const misfits = misfitsOf(report);
    if (misfits.length === 0) return exitCodes.ok;
    throw new Failure(exitCodes.error, {
      what: `${file} can be read, but not all of it fits.`,
      why: misfits.join('; '),
      next: `Correct it, and try again: edu-repo mds check ${shellWord(file)}`,
    });
  },
});
