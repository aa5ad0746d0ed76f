import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { clientInLanguage, type LocaleFlag, localeOption } from './in-language.ts';
import { fieldList } from './views.ts';

interface GetOptions extends LocaleFlag {
  readonly metadataset: string;
}

export const mdsGet = defineCommand<LocaleFlag, GetOptions>({
  examples: [
    {
      line: 'edu-repo mds get',
      does: 'list the fields of the default set with widgets and captions',
    },
    { line: 'edu-repo mds get university --locale en_GB', does: 'list the fields of another set, in English' },
    { line: 'edu-repo mds get default -o json', does: 'print the whole set: forms, views, lists, queries' },
  ],
  configure: (command) => localeOption(command.argument('[set]', 'ID of a metadata set (default: the default set)')),
  readOptions: ([metadataset = '-default-'], flags) => ({ ...flags, metadataset }),
  run: async ({ metadataset, locale }, context) => {
    const client = await clientInLanguage(context, locale);
    const set = await client.getMetadataSet({ repository, metadataset });
    await (await context.printer()).list(set.widgets, fieldList(set));
    return exitCodes.ok;
  },
});
