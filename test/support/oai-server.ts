import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record of the server. */
export interface ServedRecord {
  readonly number: number;
  readonly title: string;
  /** In UTC. */
  readonly datestamp: string;
  readonly set: string;
  readonly isDeleted?: boolean;
  readonly isBroken?: boolean;
}

/** What the server does besides its task. */
type OaiFault =
  | 'repeats its token'
  | 'sends the same page again and again'
  | 'sends empty pages'
  | 'sends more than it announced'
  | 'answers HTML'
  | 'answers half a page'
  | 'answers JSON'
  | 'declares entities'
  | 'forgets its tokens';

/** A repository with OAI-PMH 2.0 on this machine, made for tests. Its fields may be changed between requests. */
export interface OaiServer {
  readonly url: string;
  records: ServedRecord[];
  pageSize: number;
  hasTimes: boolean;
  /** The encoding that its responses declare, and the one that they have. */
  encoding: { readonly declared: string; readonly sent: 'utf8' | 'latin1' | 'utf16le' };
  /** What `responseDate` says. */
  now: string;
  fault: OaiFault | undefined;
  /** The statuses of the next responses, each with its `Retry-After` in seconds. */
  failing: { readonly status: number; readonly retryAfter?: number }[];
  /** The queries so far. */
  readonly requests: URLSearchParams[];
  close(): Promise<void>;
}

const identifierOf = (number: number): string => `oai:example.org:${number}`;

/** Records that changed on the first days of 2025, one per hour. */
export const servedRecords = (count: number): ServedRecord[] =>
  Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    title: `Arbeitsblatt ${at + 1} <& Lösung>`,
    datestamp: new Date(Date.UTC(2025, 0, 1, at)).toISOString().replace('.000', ''),
    set: at % 2 === 0 ? 'mathe' : 'deutsch',
  }));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const dublinCore = ({ number, title }: ServedRecord): string => `<oai_dc:dc
  xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title xml:lang="de">${escaped(title)}</dc:title><dc:creator>Mustermensch, Maxima</dc:creator>
  <dc:subject>Brüche</dc:subject><dc:subject>Klasse 6</dc:subject><dc:description>Zum <![CDATA[<Üben>]]></dc:description>
  <dc:publisher>Verlag</dc:publisher><dc:language>ger</dc:language><dc:date>2024-05-06</dc:date>
  <dc:identifier>10.1234/abc.${number}</dc:identifier><dc:identifier>https://example.org/blatt/${number}</dc:identifier>
  <dc:rights>frei nutzbar</dc:rights><dc:rights>https://creativecommons.org/licenses/by-sa/4.0/</dc:rights></oai_dc:dc>`;

const lom = ({ title }: ServedRecord): string =>
  `<lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><title><string language="de">${escaped(title)}</string></title></general></lom>`;

function written(record: ServedRecord, prefix: string): string {
  const { number, datestamp, set, isDeleted = false, isBroken = false } = record;
  const header = `<header${isDeleted ? ' status="deleted"' : ''}><identifier>${identifierOf(number)}</identifier>
    <datestamp>${datestamp}</datestamp><setSpec>${set}</setSpec></header>`;
  const metadata = prefix === 'oai_dc' ? dublinCore(record) : lom(record);
  if (isDeleted) return `<record>${header}</record>`;
  // The end tag is missing as well, so a reader that looks for it loses the next record too.
  if (isBroken) return `<record>${header}<metadata>${metadata.replace('</', '&nbsp;<')}`;
  return `<record>${header}<metadata>${metadata}</metadata></record>`;
}

interface Listing {
  readonly start: number;
  readonly prefix: string;
  readonly set: string | null;
  readonly from: string;
}

function listingOf(query: URLSearchParams): Listing {
  const token = query.get('resumptionToken');
  if (token !== null) return JSON.parse(Buffer.from(token.replace(/^\d+_/, ''), 'base64url').toString()) as Listing;
  const prefix = query.get('metadataPrefix') ?? '';
  return { start: 0, prefix, set: query.get('set'), from: query.get('from') ?? '' };
}

const errorOf = (code: string, text = 'no'): string => `<error code="${code}">${text}</error>`;

function listed(server: OaiServer, query: URLSearchParams): string {
  const hasToken = query.has('resumptionToken');
  if (hasToken && server.fault === 'forgets its tokens') return errorOf('badResumptionToken', 'expired');
  const { start, prefix, set, from } = listingOf(query);
  if (prefix !== 'oai_dc' && prefix !== 'oai_lom') return errorOf('cannotDisseminateFormat');
  const matching = server.records.filter((each) => (set === null || each.set === set) && each.datestamp >= from);
  if (matching.length === 0) return errorOf('noRecordsMatch');
  const isEndless = server.fault === 'sends the same page again and again';
  const page = server.fault === 'sends empty pages' ? [] : matching.slice(start, start + server.pageSize);
  const next = isEndless ? 0 : start + server.pageSize;
  const serial = server.fault === 'repeats its token' ? 0 : server.requests.length;
  const token = Buffer.from(JSON.stringify({ start: next, prefix, set, from })).toString('base64url');
  const size = server.fault === 'sends more than it announced' ? 1 : matching.length;
  const repeats =
    server.fault === 'repeats its token' && hasToken ? query.get('resumptionToken') : `${serial}_${token}`;
  const hasNext = server.fault !== undefined || next < matching.length;
  const end = hasNext
    ? `<resumptionToken completeListSize="${size}">${repeats}</resumptionToken>`
    : '<resumptionToken/>';
  return `<ListRecords>${page.map((record) => written(record, prefix)).join('\n')}${hasToken || hasNext ? end : ''}</ListRecords>`;
}

function responseTo(server: OaiServer, query: URLSearchParams): string {
  const verb = query.get('verb');
  const identity = `<Identify><repositoryName>Schulbuch &amp; Co</repositoryName><deletedRecord>persistent</deletedRecord>
    <granularity>YYYY-MM-DD${server.hasTimes ? 'Thh:mm:ssZ' : ''}</granularity></Identify>`;
  const content = verb === 'Identify' ? identity : verb === 'ListRecords' ? listed(server, query) : errorOf('badVerb');
  const entities = server.fault === 'declares entities' ? '<!DOCTYPE a [<!ENTITY b "c">]>' : '';
  return `<?xml version="1.0" encoding="${server.encoding.declared}"?>${entities}
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${server.now}</responseDate>
<request>${server.url}</request>${content}</OAI-PMH>`;
}

function respond(server: OaiServer, request: IncomingMessage, response: ServerResponse): void {
  const query = new URL(request.url ?? '', server.url).searchParams;
  server.requests.push(query);
  const failing = server.failing.shift();
  if (failing !== undefined) {
    const headers = failing.retryAfter === undefined ? {} : { 'retry-after': String(failing.retryAfter) };
    response.writeHead(failing.status, headers).end();
    return;
  }
  if (server.fault === 'answers HTML') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html><body>Wartung</body></html>');
    return;
  }
  if (server.fault === 'answers JSON') return void response.end('{"a":1}');
  const text = responseTo(server, query);
  response.writeHead(200, { 'content-type': 'text/xml' });
  const mark = server.encoding.sent === 'utf16le' ? '\ufeff' : '';
  const whole = Buffer.from(mark + text, server.encoding.sent);
  response.end(server.fault === 'answers half a page' ? whole.subarray(0, whole.length / 2) : whole);
}

/** Starts a server without faults. */
export async function startOaiServer(records: ServedRecord[]): Promise<OaiServer> {
  const http = createServer((request, response) => respond(server, request, response));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  const server: OaiServer = {
    url: `http://127.0.0.1:${port}/oai`,
    records,
    pageSize: 10,
    hasTimes: true,
    encoding: { declared: 'UTF-8', sent: 'utf8' },
    now: '2025-02-01T10:00:00Z',
    fault: undefined,
    failing: [],
    requests: [],
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
