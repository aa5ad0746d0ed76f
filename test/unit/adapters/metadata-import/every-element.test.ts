import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportFile } from '../../../../src/domain/metadata-import/import-file.ts';
import { filesOf, metadataSamples, understand } from '../../../support/metadata-files.ts';

/** Every element and attribute of the older form that is known of it, by the file of the sample that has it. */
const older: Readonly<Record<string, string>> = {
  'metadatasets.xml': 'metadatasets metadataset',
  'metadataset_schule.xml': `metadataset id label hidden name i18n model forms lists views queries
    type properties property datatype processtype copyfrom key_contenturl concatewithtype multiple defaultvalue
    form panel multiupload labelkey oncreate onupdate stylename layout order
    widget widget_title formlength formheight defaultvalues placeholder
    valuespace valuespace_i18n valuespace_i18n_prefix valuespace_key params param key value validators validator
    list view basequery allow_search_without_criteria query join criteriaboxid handlerclass
    statement multiplejoin toggle init_by_get_param escape`,
  'valuespace_fach.xml': 'valuespaces valuespace property key cap parent',
};

/** The same of the newer form. */
const newer: Readonly<Record<string, string>> = {
  'xml/mds.xml': `metadataset id label hidden name i18n widgets widget caption placeholder bottomCaption icon type
    template condition required hideIfEmpty valuespace valuespace_i18n valuespace_i18n_prefix defaultvalue min max
    templates html rel groups group views view lists list columns column sorts sort queries syntax query
    basequery propertyNull allowSearchWithoutCriteria statement value source applyBasequery
    join labelkey property multiple multiplejoin`,
  'xml/mds_kurs.xml': 'metadataset id inherit name',
  'xml/mds_override.xml': 'metadataset id name widgets widget template caption',
  'xml/valuespaces/valuespace_stufe.xml': 'valuespaces valuespace property key cap parent',
};

const namesIn = (text: string): string[] => text.split(/\s+/);

/** The text with every element or attribute of a name called something else. */
const renamed = (text: string, name: string): string =>
  text
    .replaceAll(new RegExp(`(</?)${name}(?=[\\s/>])`, 'g'), `$1x-${name}`)
    .replaceAll(new RegExp(`(\\s)${name}(?==")`, 'g'), `$1x-${name}`);

const lineOf = (text: string, name: string): number =>
  text.slice(0, text.search(new RegExp(`[<\\s]x-${name}[\\s/>=]`))).split('\n').length;

function withRenamed(files: readonly ImportFile[], file: string, name: string) {
  const text = Buffer.from(files.find((one) => one.name === file)?.bytes ?? []).toString();
  const other = renamed(text, name);
  expect(other, `${file} has ${name}`).not.toBe(text);
  const changed = files.map((one) => (one.name === file ? { ...one, bytes: Buffer.from(other) } : one));
  // The first place may be the line break before an attribute.
  return { changed, lines: [lineOf(other, name), lineOf(other, name) + 1] };
}

const roots = new Set(['metadatasets', 'metadataset', 'valuespaces']);

for (const [form, names] of Object.entries({ older, newer })) {
  const files = filesOf(join(metadataSamples, form));

  describe(`the ${form} form`, () => {
    test('nothing in the sample is unknown', () => {
      expect(understand(files).notes.filter(({ kind }) => kind === 'unknown')).toEqual([]);
    });

    for (const [file, text] of Object.entries(names)) {
      for (const name of namesIn(text)) {
        test(`${file}: ${name} is read, and told by its line where it is called something else`, () => {
          const { changed, lines } = withRenamed(files, file, name);
          if (roots.has(name) && file !== 'metadatasets.xml') {
            expect(understand(changed).notes).toContainEqual(
              expect.objectContaining({ file, message: expect.stringMatching(`its root is <x-${name}>`) }),
            );
            return;
          }
          const told = understand(changed).notes.filter(
            ({ kind, message }) => kind !== 'changed' && message.includes(`x-${name}`),
          );
          expect(told.map((note) => note.file)).toContain(file);
          expect(told.flatMap((note) => note.lines).some((line) => lines.includes(line))).toBe(true);
        });
      }
    }
  });
}
