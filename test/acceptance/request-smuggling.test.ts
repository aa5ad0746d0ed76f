import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { rawConnection } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';

/** Heads that two servers could read in two ways: where the body ends, or where the head does. */
const ambiguous: readonly [string, readonly string[]][] = [
  ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
  ['the same length twice in one line', ['Content-Length: 4, 5']],
  ['a length beside chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, gzip']],
  ['chunks by another spelling', ['Transfer-Encoding: xchunked']],
  ['a length that is signed', ['Content-Length: +4']],
  ['a length in other digits', ['Content-Length: 0x4']],
  ['a space before the colon', ['Content-Length : 4']],
  ['a line that goes on in the next one', ['X-Long: a', ' b: c', 'Content-Length: 4']],
];

withTransports(
  (school) => {
    /** The status lines that come back for a POST with these header lines, and for a GET behind its body. */
    async function statusLines(lines: readonly string[]): Promise<readonly string[] | null> {
      const socket = await rawConnection(school.raw);
      const path = `${school.raw.baseUrl.pathname}/authentication/v1/validateSession`;
      const hidden = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      socket.write([`POST ${path} HTTP/1.1`, 'Host: x', ...lines, '', `0\r\n\r\n${hidden}`].join('\r\n'));
      return (await buffer(socket)).toString().match(/HTTP\/1\.1 \d{3}/g);
    }

    test.each(ambiguous)(
      'a request with %s is refused, and nothing behind it is taken for a request',
      async (_, lines) => {
        expect(await statusLines(lines)).toEqual(['HTTP/1.1 400']);
      },
    );

    test('a request that can be read in one way only is answered, and so is the next one', async () => {
      expect(await statusLines(['Transfer-Encoding: chunked'])).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    });
  },
  { only: ['TCP'] },
);
