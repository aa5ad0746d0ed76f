import { expect, test } from 'vitest';
import { createPlainLog } from '../../../../src/adapters/system/plain-log.ts';

const said: string[] = [];
const log = createPlainLog((text) => said.push(text));

test('warnings and errors are plain lines; what only programs need is left out', () => {
  log.info('A request was served.');
  log.warn('The index is built again.');
  log.error('The store is damaged.', { place: '/srv/store', count: 2, requestId: 'r-1', stack: 'at x' });
  expect(said.splice(0)).toEqual([
    'Warning: The index is built again.\n',
    'Error: The store is damaged. (place: /srv/store, count: 2)\n',
  ]);
});

test('a line has no secrets, and stays one line', () => {
  log.warn('Cannot reach https://admin:geheim@repo.example', {
    password: 'geheim',
    reason: 'a\n\u001b[31mb\u009b\u202ec\u2028d',
  });
  const [line = ''] = said.splice(0);
  expect(line).not.toContain('geheim');
  expect(line).toMatch(/^Warning: .*reason: a \[31mb c d\)\n$/);
});
