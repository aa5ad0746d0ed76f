import type { ImportItem } from '../item.ts';
import { itemWith } from '../listed-source.ts';
import { lomRecord } from '../lom/lom-record.ts';
import { dublinCore } from '../records/dublin-core.ts';
import type { XmlElement } from '../xml/elements.ts';
import type { OaiRecord } from './page.ts';

const readers: Readonly<Record<string, (metadata: XmlElement) => ImportItem['fields']>> = {
  dc: (metadata) => dublinCore(metadata).fields,
  lom: (metadata) => lomRecord(metadata, { withLink: true }).fields,
};

/** The item of a record. `number` counts the records of the source, from 1. */
export function itemOfRecord({ identifier, isDeleted, metadata, why }: OaiRecord, number: number): ImportItem {
  const where = `record ${identifier ?? number}`;
  const failed = (reason: string, next?: string): ImportItem =>
    itemWith({ where, key: identifier, problems: [{ severity: 'error', why: reason, next }] });
  if (why !== undefined) return failed(why);
  if (isDeleted) return itemWith({ where, key: identifier, deleted: true });
  const read = readers[metadata?.name ?? ''];
  if (metadata === undefined || read === undefined) {
    return failed(`Its format "${metadata?.name ?? ''}" is not known.`, 'Harvest oai_dc or LOM');
  }
  return itemWith({ where, key: identifier, fields: read(metadata) });
}
