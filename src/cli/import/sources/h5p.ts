import { licenceOfH5p } from '../../../base/licence-names.ts';
import { documentBytes, unreadable } from '../archives/archive.ts';
import { openZip } from '../archives/zip-archive.ts';
import { licenceFields, textField } from '../fields.ts';
import type { ItemField } from '../item.ts';
import { inputName, itemWith, listedSource } from '../listed-source.ts';
import type { SourceKind } from '../source.ts';

const description = 'h5p.json';

type Description = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const listIn = (value: unknown): readonly Description[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];

function fieldsOf(data: Description): ItemField[] {
  const language = [data['defaultLanguage'], data['language']]
    .map(textIn)
    .find((text) => /^[a-z]{2,3}\b/i.test(text) && text !== 'und');
  return [
    ...textField('cclom:title', 'title', [textIn(data['title'])]),
    ...textField('cclom:general_language', 'language', [language]),
    ...textField(
      'ccm:author_freetext',
      'authors',
      listIn(data['authors']).map(({ name }) => textIn(name)),
    ),
    ...licenceFields('license', [licenceOfH5p(textIn(data['license']), textIn(data['licenseVersion']))]),
  ];
}

/** Interactive content of H5P, which stays one file. */
export const h5pSource: SourceKind = {
  name: 'h5p',
  title: 'H5P content',
  async recognises(input) {
    return (await input.entries())?.includes(description) === true;
  },
  async open(input) {
    const archive = await openZip(input.path, input.text);
    try {
      const bytes = await documentBytes(archive, description);
      const data: unknown = JSON.parse(bytes?.toString('utf8') ?? 'null');
      if (typeof data !== 'object' || data === null) throw new Error('It is no JSON object.');
      const name = inputName(input);
      const item = itemWith({
        where: name,
        name,
        fields: fieldsOf(data as Description),
        content: { kind: 'file', path: input.path },
      });
      return listedSource({ understoodAs: 'H5P content', name, items: [item] });
    } catch (error) {
      throw unreadable(input.text, description, error);
    } finally {
      await archive.close();
    }
  },
};
