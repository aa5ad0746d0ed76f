import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { clientInLanguage, type LocaleFlag, localeOption } from './in-language.ts';
import { fieldList } from './views.ts';

interface GetOptions extends LocaleFlag {
  readonly metadataset: string;
}

/** `mds get` */
export const mdsGet = defineCommand<LocaleFlag, GetOptions>({
  examples: [
    {
      line: 'edu-repo mds get',
      does: 'the fields of the default set: how they are filled in, and what they are called',
    },
    { line: 'edu-repo mds get university --locale en_GB', does: 'those of another set, in English' },
    { line: 'edu-repo mds get default -o json', does: 'all of the set: forms, views, lists, queries' },
  ],
  configure: (command) => localeOption(command.argument('[set]', 'its id; the default set when left out')),
  readOptions: ([metadataset = '-default-'], flags) => ({ ...flags, metadataset }),
  run: async ({ metadataset, locale }, context) => {
    const client = await clientInLanguage(context, locale);
    const set = await client.getMetadataSet({ repository, metadataset });
    await (await context.printer()).list(set.widgets, fieldList(set));
    return exitCodes.ok;
  },
});
