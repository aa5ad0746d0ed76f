import { describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';
import { aFile, at, makeNode } from '../support/trees.ts';

/** Unicode sorts the marks on a letter. Of so many, in a time that grows with the square of their number, that took minutes. */
const marks = '\u0301\u0316'.repeat(200_000);

withTransports(
  (school) => {
    describe('a letter with 400,000 marks', () => {
      test('is stored and indexed', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io', properties: { 'cclom:title': `Zalgo ${marks}` } });
        expect(node.title).toContain('Zalgo');
        await school.anna.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile(`Zeile e${marks}`) });
        const found = await school.anna.searchNodes({ repository: '-home-', query: 'Zalgo' });
        expect(found.nodes.map(({ ref }) => ref.id)).toEqual([node.ref.id]);
      });

      test('is a wrong password at the token endpoint', async () => {
        const body = new URLSearchParams({
          grant_type: 'password',
          username: 'anna',
          // As many as a form may have.
          password: marks.slice(0, 15_000),
        });
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { status } = await rawRequest(school.raw, {
          method: 'POST',
          path: '^/edu-sharing/oauth2/token',
          headers,
          body: body.toString(),
        });
        expect(status).toBe(401);
      });
    });
  },
  // An administrator may allow as much.
  {
    only: ['TCP'],
    overrides: { 'limits.propertyValue': '2MB', 'limits.nodeProperties': '4MB', 'limits.jsonBody': '4MB' },
  },
);
