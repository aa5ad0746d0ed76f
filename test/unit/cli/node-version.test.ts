import { expect, test } from 'vitest';
import { shownNodeVersion } from '../../../src/cli/server/status.ts';

test('a Node.js without security updates comes with the advice to install another', () => {
  expect(shownNodeVersion('v20.20.2')).toBe('v20.20.2 (gets no security updates: install Node.js 24)');
  for (const version of ['v22.23.3', 'v24.21.0', 'v26.1.0']) expect(shownNodeVersion(version)).toBe(version);
});
