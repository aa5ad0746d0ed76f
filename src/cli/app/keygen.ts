import { requireAbsent } from '../files/private-files.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { makeKeyPair } from './key-pair.ts';

export const appKeygen = defineCommand<Record<never, never>, { readonly file: string }>({
  examples: [
    {
      line: 'edu-repo app keygen moodle.key',
      does: 'write the private key to a new file with mode 0600 and print the public key',
    },
    { line: 'edu-repo app keygen moodle.key --dry-run', does: 'check that the file does not exist yet' },
  ],
  configure: (command) => command.argument('<file>', 'new file to write the private key to'),
  readOptions: ([file = '']) => ({ file }),
  run: async ({ file }, context) => {
    if (context.globals.dryRun) {
      await requireAbsent(file);
      context.output.note(`Would write a private key to ${file}.`);
      return exitCodes.ok;
    }
    await context.output.data(await makeKeyPair(file));
    context.output.note(
      `The private key is in ${file}. Save the public key to a file and register it: edu-repo app add --id ID --public-key FILE`,
    );
    return exitCodes.ok;
  },
});
