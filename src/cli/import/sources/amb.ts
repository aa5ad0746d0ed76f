import type { Readable } from 'node:stream';
import { unexpectedContent } from '../address/address-failures.ts';
import { type AddressOptions, getContent, parseAddress } from '../address/get.ts';
import type { ImportItem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import { ambFields } from '../records/amb-fields.ts';
import { formOf, type ReadRecord, readAmbRecords } from '../records/amb-records.ts';
import { type AmbRecord, checkAmbRecord } from '../records/amb-rules.ts';
import { addressOptionsOf, openText } from '../records/opened-text.ts';
import type { ImportSource, SourceInput, SourceKind } from '../source.ts';

/** The picture at an address. Opened only when the item is stored. */
function previewAt(address: string, options: AddressOptions): ImportItem['preview'] {
  if (!URL.canParse(address)) return undefined;
  const fileName = new URL(address).pathname.split('/').at(-1) || 'preview';
  const open = async (): Promise<Readable> => {
    const { url, mimeType, bytes } = await getContent(parseAddress(address), options);
    if (mimeType.startsWith('image/')) return bytes;
    bytes.destroy();
    throw unexpectedContent(url, 'a picture', `It returns ${mimeType || 'content without a type'}.`);
  };
  return { kind: 'stream', fileName, size: undefined, open };
}

const textAt = (value: unknown, name: 'id' | 'name'): string | undefined => {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
};

function itemOf(read: ReadRecord, options: AddressOptions): ImportItem {
  const { where } = read;
  if ('why' in read) {
    const problems = [{ severity: 'error', why: read.why } as const];
    return itemWith({ where, problems });
  }
  const { record, problems } = checkAmbRecord(read.value);
  const key = textAt(read.value, 'id');
  if (record === undefined) return itemWith({ where, key, name: textAt(read.value, 'name'), problems });
  return itemWith({ where, key, fields: ambFields(record), ...previewOf(record, options) });
}

function previewOf({ image }: AmbRecord, options: AddressOptions): Pick<ImportItem, 'preview'> {
  return image === undefined ? {} : { preview: previewAt(image, options) };
}

function recognises({ kind, text, beginning }: SourceInput): boolean {
  if (kind === 'address' && beginning.length === 0) return /\.amb\.|\.(?:jsonld|html?)$/i.test(text);
  const start = beginning.toString('utf8').replace(/^\ufeff?\s*/, '');
  if (start.startsWith('<')) return start.includes('application/ld+json');
  return /^[[{]/.test(start) && /w3id\.org\/kim\/amb|"LearningResource"/.test(start);
}

/** AMB records, checked against the rules of AMB. */
export const amb: SourceKind = {
  name: 'amb',
  title: 'AMB records (JSON-LD, also in a web page)',
  readsAddresses: true,
  recognises: async (input) => recognises(input),
  async open(input, options): Promise<ImportSource> {
    const text = openText(input, options);
    const addressOptions = addressOptionsOf(options);
    const form =
      input.kind === 'address' ? '' : ` (${formOf(input.beginning.toString('utf8').replace(/^\ufeff/, ''))})`;
    return {
      understoodAs: `AMB records${form}`,
      // The ID of a record is an address, so it is the same in all files.
      name: 'amb',
      total: undefined,
      async *items() {
        for await (const record of readAmbRecords(text)) yield itemOf(record, addressOptions);
      },
      close: async () => undefined,
    };
  },
};
