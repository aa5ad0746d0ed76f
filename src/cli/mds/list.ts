import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { clientInLanguage, type LocaleFlag, localeOption } from './in-language.ts';
import { setList } from './views.ts';

export const mdsList = defineCommand<LocaleFlag, LocaleFlag>({
  examples: [
    { line: 'edu-repo mds list', does: 'list the metadata sets' },
    { line: 'edu-repo mds list --locale en_GB -o json', does: 'print the metadata sets as JSON, with English names' },
  ],
  configure: (command) => localeOption(command),
  readOptions: (_, flags) => flags,
  run: async ({ locale }, context) => {
    const client = await clientInLanguage(context, locale);
    const { metadatasets } = await client.getMetadataSets({ repository });
    await (await context.printer()).list(metadatasets, setList);
    return exitCodes.ok;
  },
});
