import { createHash } from 'node:crypto';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import { incompleteContent, unexpectedContent } from '../address/address-failures.ts';
import { type AddressOptions, getWhole, type WholeContent } from '../address/get.ts';
import { elementAt, elementsAt, lineOf, textOfDocument, type XmlElement } from '../xml/elements.ts';
import { type OaiPage, type OaiRecord, parseRecord, splitPage } from './page.ts';

/** What to harvest. */
export interface HarvestRequest {
  /** The address of the repository, without the arguments of OAI-PMH. */
  readonly base: URL;
  readonly metadataPrefix: string;
  readonly set: string | undefined;
  /** A day or a time in UTC: the first at which a record may have changed. */
  readonly from: string | undefined;
}

/** In bytes. Servers send 10 to 1,000 records at a time. */
const maxPageBytes = 32_000_000;
const maxPages = 100_000;
const maxEmptyPages = 10;

const pageWithout = (base: URL, why: string) => unexpectedContent(base, 'OAI-PMH', why);

function textOf({ bytes, url }: WholeContent): string {
  try {
    return textOfDocument(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw pageWithout(url, 'The response declares an encoding that is unknown.');
    throw error;
  }
}

async function pageOf(content: WholeContent): Promise<OaiPage> {
  const { url, mimeType } = content;
  const text = textOf(content);
  const start = text.slice(0, 1_000).trimStart();
  if (mimeType === 'text/html' || /^<(?:!doctype\s+html|html)\b/i.test(start)) {
    throw pageWithout(url, 'The server returned a web page instead of XML.');
  }
  if (!start.startsWith('<')) throw pageWithout(url, 'The response is not XML.');
  const page = await splitPage(text).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw /<\/(?:[\w.-]+:)?OAI-PMH\s*>\s*$/.test(text.slice(-200))
      ? pageWithout(url, why)
      : incompleteContent(url, why);
  });
  if (page.envelope.name !== 'oai-pmh')
    throw pageWithout(url, `It is a document with the element "${page.envelope.name}".`);
  return page;
}

function addressOf(base: URL, query: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

const nextAfter: Readonly<Record<string, string>> = {
  badResumptionToken: 'Run the same command again: the server has forgotten where the harvest was',
  cannotDisseminateFormat: 'Choose a format that the server has: open the address with ?verb=ListMetadataFormats',
  noSetHierarchy: 'Leave out the set',
};

/** Throws for the errors of a response. Returns whether it says that there are no records. */
function hasNoRecords(base: URL, envelope: XmlElement): boolean {
  for (const error of elementsAt(envelope, 'error')) {
    const code = error.attributes.get('code') ?? 'unknown';
    if (code === 'noRecordsMatch') return true;
    throw new Failure(exitCodes.error, {
      what: `${base.href} refused the harvest.`,
      why: `${code}: ${lineOf(error).slice(0, 500) || 'without a message'}`,
      next: nextAfter[code] ?? 'Check the address, the format and the set',
    });
  }
  return false;
}

const get = (base: URL, query: Readonly<Record<string, string | undefined>>, options: AddressOptions) =>
  getWhole(addressOf(base, query), { ...options, maxBytes: maxPageBytes }, pageOf);

/** What a repository says about itself. */
export interface Identity {
  readonly name: string;
  /** Whether its dates have a time. */
  readonly hasTimes: boolean;
  /** When it responded, by its own clock and in its granularity; undefined if it does not say so. */
  readonly now: string | undefined;
}

const dateForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/;

/** Asks a repository about itself. Rejects with a `Failure` if it is none. */
export async function identify(base: URL, options: AddressOptions): Promise<Identity> {
  const { envelope } = await get(base, { verb: 'Identify' }, options);
  hasNoRecords(base, envelope);
  const identity = elementAt(envelope, 'identify');
  if (identity === undefined) throw pageWithout(base, 'The response to Identify is empty.');
  const hasTimes = lineOf(elementAt(identity, 'granularity')).includes('T');
  const now = lineOf(elementAt(envelope, 'responsedate'));
  return {
    name: lineOf(elementAt(identity, 'repositoryname')) || base.host,
    hasTimes,
    now: dateForm.test(now) ? now.slice(0, hasTimes ? 20 : 10) : undefined,
  };
}

const endless = (base: URL, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `The harvest of ${base.href} has no end.`,
    why,
    next: 'Report it to the operator of the server. What was imported so far is complete',
  });

/** Finds a feed that goes round in circles. */
class FeedGuard {
  readonly #base: URL;
  readonly #tokens = new Set<string>();
  readonly #pages = new Set<string>();
  #empty = 0;
  #count = 0;

  constructor(base: URL) {
    this.#base = base;
  }

  /** Throws if the page, or the token that follows it, was there before. */
  check(records: readonly OaiRecord[], token: XmlElement | undefined): void {
    this.#count += records.length;
    this.#empty = records.length === 0 ? this.#empty + 1 : 0;
    if (this.#empty > maxEmptyPages) throw endless(this.#base, `It sent ${this.#empty} empty pages in a row.`);
    const page = createHash('sha256')
      .update(records.map(({ identifier, why }) => identifier ?? why).join('\n'))
      .digest('base64');
    if (records.length > 0 && this.#pages.has(page))
      throw endless(this.#base, 'The server sent the same records twice.');
    this.#pages.add(page);
    this.#checkToken(token);
  }

  #checkToken(token: XmlElement | undefined): void {
    const text = lineOf(token);
    if (text === '') return;
    if (this.#tokens.has(text)) throw endless(this.#base, 'The server repeated a resumption token.');
    this.#tokens.add(text);
    const announced = Number(token?.attributes.get('completelistsize'));
    if (announced > 0 && this.#count > 2 * announced + 1_000) {
      throw endless(this.#base, `The server announced ${announced} records, and sent ${this.#count}.`);
    }
    if (this.#tokens.size >= maxPages) throw endless(this.#base, `It has more than ${maxPages} pages.`);
  }
}

/** The records of a repository, page by page. Rejects with a `Failure`, also for a feed that goes round in circles. */
export async function* harvest(
  { base, metadataPrefix, set, from }: HarvestRequest,
  options: AddressOptions,
): AsyncGenerator<OaiRecord> {
  const guard = new FeedGuard(base);
  let query: Readonly<Record<string, string | undefined>> = { metadataPrefix, set, from };
  for (;;) {
    const { envelope, records: texts } = await get(base, { verb: 'ListRecords', ...query }, options);
    if (hasNoRecords(base, envelope)) return;
    const records: OaiRecord[] = [];
    for (const text of texts) records.push(await parseRecord(text));
    const token = elementAt(envelope, 'listrecords/resumptiontoken');
    guard.check(records, token);
    yield* records;
    if (lineOf(token) === '') return;
    query = { resumptionToken: lineOf(token) };
  }
}
