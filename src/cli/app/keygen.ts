import { requireAbsent } from '../files/private-files.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { makeKeyPair } from './key-pair.ts';

/** `app keygen` */
export const appKeygen = defineCommand<Record<never, never>, { readonly file: string }>({
  examples: [
    { line: 'edu-repo app keygen moodle.key', does: 'private key into a new file of mode 0600, public key on stdout' },
    { line: 'edu-repo app keygen moodle.key --dry-run', does: 'only says whether the file can be made' },
  ],
  configure: (command) => command.argument('<file>', 'a new file for the private key'),
  readOptions: ([file = '']) => ({ file }),
  run: async ({ file }, context) => {
    if (context.globals.dryRun) {
      await requireAbsent(file);
      context.output.note(`Would write a private key into ${file}.`);
      return exitCodes.ok;
    }
    await context.output.data(await makeKeyPair(file));
    context.output.note(`The private key is in ${file}. The public one goes into the registration: edu-repo app add.`);
    return exitCodes.ok;
  },
});
