import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { explainProperty } from './explain-property.ts';
import { clientInLanguage, type LocaleFlag, localeOption } from './in-language.ts';
import { explanationRecord } from './views.ts';

interface ExplainFlags extends LocaleFlag {
  readonly mds?: string;
}

interface ExplainOptions extends ExplainFlags {
  readonly property: string;
}

export const mdsExplain = defineCommand<ExplainFlags, ExplainOptions>({
  examples: [
    {
      line: 'edu-repo mds explain ccm:taxonid',
      does: 'show caption, type and values, and where the property is shown and searched',
    },
    {
      line: 'edu-repo mds explain ccm:taxonid --mds university',
      does: 'explain the property as another metadata set defines it',
    },
  ],
  configure: (command) =>
    localeOption(
      command
        .argument('<property>', 'property, with its namespace prefix')
        .option('--mds <set>', 'metadata set (default: the default set)'),
    ),
  readOptions: ([property = ''], flags) => ({ ...flags, property }),
  run: async ({ property, mds, locale }, context) => {
    const client = await clientInLanguage(context, locale);
    const set = await client.getMetadataSet({ repository, metadataset: mds ?? '-default-' });
    const dictionary = await client.getDictionary({ repository });
    await (await context.printer()).record(explainProperty(set, dictionary, property), explanationRecord);
    return exitCodes.ok;
  },
});
