import { createReadStream } from 'node:fs';
import { Failure } from '../../program/failure.ts';
import { refused } from '../archives/archive.ts';
import type { ImportItem } from '../item.ts';
import { inputName, inputStem, itemWith } from '../listed-source.ts';
import { lomRecord } from '../lom/lom-record.ts';
import type { SourceInput, SourceKind } from '../source.ts';
import { readElements } from '../xml/elements.ts';

/** Documents that have LOM records in them, and that are of another kind. */
const others = new Set(['oai-pmh', 'manifest', 'html']);

function isLom({ kind, beginning }: SourceInput): boolean {
  // Without the zero bytes of UTF-16.
  const text = beginning.toString('latin1').replaceAll('\0', '');
  if (kind !== 'file' || !/^[^<]{0,8}</.test(text)) return false;
  const [, root = ''] = /<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(text.replace(/<!--.*?-->|<[?!][^>]*>/gs, '')) ?? [];
  return !others.has(root.toLowerCase()) && /<(?:[\w.-]+:)?lom[\s/>]/i.test(text);
}

async function* recordsOf(input: SourceInput): AsyncGenerator<ImportItem> {
  let number = 0;
  try {
    for await (const element of readElements(createReadStream(input.path), (name) => name === 'lom')) {
      number += 1;
      const { identifier, title, fields } = lomRecord(element, { withLink: true });
      const name = title === undefined ? inputStem(input) : undefined;
      yield itemWith({ where: `record ${number}`, key: identifier, name, fields });
    }
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error) || 'syscall' in error) throw error;
    throw refused(input.text, `${error.message}`, 'Export it again from the program that made it.', error);
  }
}

/** Records in the format of LOM (IEEE 1484.12.3, IMS 1.2), one or several in an XML file. */
export const lomSource: SourceKind = {
  name: 'lom',
  title: 'LOM metadata (XML)',
  async recognises(input) {
    return isLom(input);
  },
  async open(input) {
    let total = 0;
    for await (const _ of recordsOf(input)) total += 1;
    if (total === 0)
      throw refused(input.text, 'It has no element "lom".', 'For other kinds of files, leave out --kind.');
    return {
      understoodAs: `LOM metadata with ${total} ${total === 1 ? 'record' : 'records'}`,
      name: inputName(input),
      total,
      items: () => recordsOf(input),
      async close() {},
    };
  },
};
