import { Readable } from 'node:stream';
import { messageOf } from '../../../base/errors/errors.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import type { ImportItem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import { parseRecord, splitPage } from '../oai/page.ts';
import { itemOfRecord } from '../oai/record-item.ts';
import { dublinCore } from '../records/dublin-core.ts';
import { maxDocumentLength } from '../records/json-records.ts';
import { type OpenedText, openText, wholeText } from '../records/opened-text.ts';
import type { SourceKind } from '../source.ts';
import { readElements } from '../xml/elements.ts';

const refused = (name: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${name} is no Dublin Core metadata.`,
    why,
    next: 'Export the records again, as oai_dc',
  });

async function* itemsOfPage(xml: string): AsyncGenerator<ImportItem> {
  for (const [at, record] of (await splitPage(xml)).records.entries()) {
    yield itemOfRecord(await parseRecord(record), at + 1);
  }
}

async function* itemsOfDocument(xml: string): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const element of readElements(Readable.from([Buffer.from(xml)]), (name) => name === 'dc')) {
    number += 1;
    const { identifier, fields } = dublinCore(element);
    yield itemWith({ where: `record ${number}`, key: identifier, fields });
  }
}

async function* itemsOf({ shownName, chunks }: OpenedText): AsyncGenerator<ImportItem> {
  const xml = await wholeText(chunks(), maxDocumentLength);
  if (xml === undefined) throw refused(shownName, 'It has more than 16 MB.');
  if (xml.trim() === '') throw refused(shownName, 'It is empty.');
  let count = 0;
  try {
    for await (const item of /<(?:[\w.-]{1,50}:)?header\b/.test(xml) ? itemsOfPage(xml) : itemsOfDocument(xml)) {
      count += 1;
      yield item;
    }
  } catch (error) {
    throw refused(shownName, messageOf(error));
  }
  if (count === 0) throw refused(shownName, 'It has no element "dc".');
}

/** Files with Dublin Core records, also responses of OAI-PMH. */
export const oaiDc: SourceKind = {
  name: 'oai_dc',
  title: 'Dublin Core records (XML)',
  async recognises({ kind, beginning }) {
    const start = beginning.toString('latin1').replaceAll('\0', '');
    return (
      kind === 'file' &&
      /^[^<]{0,8}</.test(start) &&
      /openarchives\.org\/OAI\/2\.0|purl\.org\/dc\/elements\/1\.1/.test(start) &&
      /<(?:[\w.-]{1,50}:)?(?:dc|OAI-PMH)[\s>]/.test(start)
    );
  },
  async open(input, options) {
    const text = openText(input, options);
    return {
      understoodAs: 'Dublin Core records (XML)',
      name: 'oai_dc',
      total: undefined,
      items: () => itemsOf(text),
      close: async () => undefined,
    };
  },
};
