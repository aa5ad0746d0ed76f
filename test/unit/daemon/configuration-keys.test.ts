import { expect, test } from 'vitest';
import { helpTopics } from '../../../src/cli/program/help-topics.ts';
import { readOverride, unknownVariables } from '../../../src/daemon/configuration/configuration-keys.ts';

test.for([
  ['server.trustedProxies', '10.0.0.3', ['10.0.0.3']],
  ['server.trustedProxies', '10.0.0.3, ::1', ['10.0.0.3', '::1']],
  ['server.trustedProxies', '[10.0.0.3, "::1"]', ['10.0.0.3', '::1']],
  ['security.guest.groups', 'GROUP_a,GROUP_b', ['GROUP_a', 'GROUP_b']],
  ['repository.dataprotection.links', '[]', []],
  ['repository.title', 'Goethe, Schiller', 'Goethe, Schiller'],
  ['server.port', '80', 80],
  ['server.publicUrl', 'null', null],
  ['mail.server.password', 'abc #1', 'abc #1'],
  ['mail.server.password', '"q"', '"q"'],
  ['mail.server.password', '0123', '0123'],
  ['mail.server.password', 'true', 'true'],
  ['mail.server.password', '#geheim', '#geheim'],
  ['mail.server.password', '~', '~'],
  ['mail.server.password', 'a: b', 'a: b'],
  ['mail.server.password', '{a}', '{a}'],
  ['mail.server.password', ' {file: x}', { file: 'x' }],
  ['mail.server.password', '{env: MAIL_PASSWORD}', { env: 'MAIL_PASSWORD' }],
] as const)('a variable for %s may be %s', ([key, text, value]) => {
  expect(readOverride(key.split('.'), text)).toEqual(value);
});

test('every variable that the help names is known', () => {
  const names = helpTopics['environment']?.match(/EDU_REPO_\w+/g) ?? [];
  expect(new Set(names).size).toBeGreaterThan(8);
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
