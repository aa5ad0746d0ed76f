import { Readable } from 'node:stream';
import { elementAt, elementsAt, lineOf, readDocument, type XmlElement } from '../xml/elements.ts';

/** A response of OAI-PMH. */
export interface OaiPage {
  /** The response without its records. */
  readonly envelope: XmlElement;
  /** The XML of each record, which may be malformed. */
  readonly records: readonly string[];
}

// Only a record of OAI-PMH has a header; those of formats such as MARC have not.
const recordStart = /<(?:[\w.-]{1,50}:)?record(?:\s[^<>]{0,2000})?>\s{0,200}<(?:[\w.-]{1,50}:)?header\b/g;
const recordEnd = /<\/(?:[\w.-]{1,50}:)?record\s{0,200}>/g;
const listEnd = /<(?:\/(?:[\w.-]{1,50}:)?(?:ListRecords|GetRecord)|(?:[\w.-]{1,50}:)?resumptionToken)\b/;

function withoutTail(record: string): string {
  const [end] = [...record.matchAll(recordEnd)].slice(-1);
  return end === undefined ? record : record.slice(0, end.index + end[0].length);
}

/** Reads one document. Rejects as `readDocument` does. */
const parseXml = (xml: string): Promise<XmlElement> => readDocument(Readable.from([Buffer.from(xml)]));

/**
 * Splits a response at the starts of its records, without parsing them: a record that is malformed then loses itself alone. Rejects with
 * an error that has a sentence if the rest is malformed.
 */
export async function splitPage(xml: string): Promise<OaiPage> {
  const starts = [...xml.matchAll(recordStart)].map(({ index }) => index);
  const [first = xml.length] = starts;
  const last = starts.at(-1) ?? xml.length;
  const length = xml.slice(last).search(listEnd);
  const end = length < 0 ? xml.length : last + length;
  const records = starts.map((start, at) => withoutTail(xml.slice(start, starts[at + 1] ?? end)));
  return { envelope: await parseXml(xml.slice(0, first) + xml.slice(end)), records };
}

/** A record of OAI-PMH, or why it cannot be read. */
export interface OaiRecord {
  readonly identifier: string | undefined;
  readonly isDeleted: boolean;
  /** The element in `metadata`, such as `dc` or `lom`. */
  readonly metadata: XmlElement | undefined;
  readonly why: string | undefined;
}

const unescapedText = (xml: string): string =>
  xml.replaceAll(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

/** The identifier of a malformed record. */
function identifierIn(xml: string): string | undefined {
  const [, text] = /<(?:[\w.-]{1,50}:)?identifier\s{0,200}>\s{0,200}([^<>\s]{1,2000})\s{0,200}</.exec(xml) ?? [];
  return text === undefined ? undefined : unescapedText(text);
}

export async function parseRecord(xml: string): Promise<OaiRecord> {
  try {
    const record = await parseXml(xml);
    const header = elementAt(record, 'header');
    const identifier = lineOf(elementAt(header, 'identifier')) || undefined;
    const isDeleted = header?.attributes.get('status') === 'deleted';
    const [metadata] = elementsAt(record, 'metadata').flatMap(({ children }) => children);
    const missing = identifier === undefined ? 'It has no identifier.' : 'It has no metadata.';
    const isComplete = identifier !== undefined && (isDeleted || metadata !== undefined);
    return { identifier, isDeleted, metadata, why: isComplete ? undefined : missing };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { identifier: identifierIn(xml), isDeleted: false, metadata: undefined, why };
  }
}
