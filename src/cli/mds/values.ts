import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { clientInLanguage, type LocaleFlag, localeOption } from './in-language.ts';
import { valueList } from './views.ts';
import { whyNone } from './why-none.ts';

interface ValuesOptions extends LocaleFlag {
  readonly metadataset: string;
  readonly property: string;
  readonly pattern: string;
  readonly query: string | undefined;
}

/** Set, property and pattern. A set has no colon, so it may be left out: a property comes first then. */
function readWords(words: readonly string[]): Pick<ValuesOptions, 'metadataset' | 'property' | 'pattern'> {
  const [metadataset = '', property, pattern = '', surplus] =
    words[0]?.includes(':') === true ? ['-default-', ...words] : words;
  if (surplus !== undefined) {
    const why = `Without a metadata set, the command takes a property and one pattern, but also got "${surplus}".`;
    throw usageFailure('There are too many arguments.', why, 'Quote a pattern with spaces');
  }
  if (property !== undefined) return { metadataset, property, pattern };
  throw usageFailure(
    'A property is required.',
    `"${metadataset}" was read as the ID of a metadata set.`,
    'For example: edu-repo mds values ccm:taxonid',
  );
}

export const mdsValues = defineCommand<LocaleFlag & { readonly query?: string }, ValuesOptions>({
  examples: [
    { line: 'edu-repo mds values ccm:taxonid', does: 'list all subjects of the default set with their keys' },
    {
      line: 'edu-repo mds values default ccm:taxonid bio',
      does: 'list subjects that contain "bio", those that start with it first',
    },
    {
      line: 'edu-repo mds values default ccm:taxonid Biologie -o id',
      does: 'print the key, for node update -p ccm:taxonid=KEY',
    },
  ],
  configure: (command) =>
    localeOption(
      command
        .argument('<set>', 'ID of a metadata set; may be left out for the default set')
        .argument('[property]', 'property of the set')
        .argument('[pattern]', 'part of the caption (default: all values)')
        .option('--query <id>', 'list the values that this query of the set offers'),
    ),
  readOptions: (words, { query, ...flags }) => ({ ...flags, ...readWords(words), query }),
  run: async ({ metadataset, property, pattern, query, locale }, context) => {
    const client = await clientInLanguage(context, locale);
    const { values } = await client.getValues({ repository, metadataset, body: { property, pattern, query } });
    await (await context.printer()).list(values, valueList);
    if (values.length === 0) context.output.note(await whyNone(client, { metadataset, property, pattern }));
    return exitCodes.ok;
  },
});
