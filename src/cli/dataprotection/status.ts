import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { commandFor } from './command-for.ts';
import { type CurrentExport, currentExport } from './current-export.ts';
import { exportRecord, shownExport } from './views.ts';

const nextStep = ({ node }: CurrentExport, person: string): string =>
  node === undefined
    ? `To wait for it: ${commandFor('request', person, '--wait')}`
    : `To download it: ${commandFor('download', person)}`;

export const dataProtectionStatus = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    { line: 'edu-repo dataprotection status', does: 'show whether your export is finished, and until when it is kept' },
    { line: 'edu-repo dataprotection status anna', does: "show the state of anna's export (administrators only)" },
  ],
  configure: (command) => command.argument('[person]', 'user name (default: -me-)'),
  readOptions: ([person = '-me-']) => ({ person }),
  run: async ({ person }, context) => {
    const { client } = await context.connect();
    const current = await currentExport(client, person);
    await (await context.printer()).record(shownExport(current), exportRecord);
    context.output.note(nextStep(current, person));
    return exitCodes.ok;
  },
});
