import { readdir, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { failureOf, useDataDirectory } from '../support/data-directories.ts';

const given = useDataDirectory();

describe('config.yaml', () => {
  const mistakes: readonly (readonly [string, string, RegExp])[] = [
    ['a list that is never closed', 'server:\n  port: [1\n', /config\.yaml:\d+:\d+: /],
    ['a tabulator', 'server:\n\tport: 1\n', /config\.yaml:2:\d+: /],
    ['a key twice', 'server:\n  port: 1\n  port: 2\n', /config\.yaml:3:3: this key was set before in the same section/],
    [
      'an unknown key',
      'server:\n  prot: 80\n',
      /config\.yaml:2:\d+: server\.prot is not a known key; .* server\.port$/,
    ],
    [
      'a key without its section',
      'host: 0.0.0.0\n',
      /:1:\d+: host is not a known key; the nearest one is server\.host$/,
    ],
    ['a key like no other', 'coffee: 1\n', /:1:\d+: coffee is not a known key; a new config\.yaml shows all keys/],
    ['an unknown section', 'sever:\n  port: 80\n', /config\.yaml:\d+:\d+: sever is not a known key; .* server$/],
    [
      'every origin',
      'server:\n  allowedOrigins: ["*"]\n',
      /:2:\d+: server\.allowedOrigins\.0 must be the origin of a site/,
    ],
    ['an origin with a path', 'server:\n  allowedOrigins: [https://a.de/b]\n', /:2:\d+: .* without a path/],
    ['a port that is none', 'server:\n  port: 99999\n', /config\.yaml:2:9: server\.port /],
    ['a word for a number', 'limits:\n  pageSize: viele\n', /config\.yaml:2:13: limits\.pageSize /],
    [
      'a word for a truth value',
      'security:\n  guest:\n    enabled: ja\n',
      /config\.yaml:3:14: security\.guest\.enabled /,
    ],
    ['a duration that is none', 'security:\n  session: { idleTimeout: 1h }\n', /:2:\d+: .*ISO 8601.*PT1H/],
    ['a size that is none', 'limits:\n  upload: big\n', /config\.yaml:2:11: limits\.upload .*1MB/],
    [
      'a wrong schedule',
      'repository:\n  dataprotection: { cronExpression: 0 0 L * * ? }\n',
      /config\.yaml:2:\d+: repository\.dataprotection\.cronExpression is not a schedule\. .*such as/,
    ],
    [
      'a retention in words',
      'repository:\n  dataprotection: { retentionPeriod: 10 days }\n',
      /:2:\d+: repository\.dataprotection\.retentionPeriod must be .*PT240H/,
    ],
    [
      'exports of nothing',
      'repository:\n  dataprotection: { metadataExport: false, binaryExport: false, summaryExport: false }\n',
      /:2:\d+: repository\.dataprotection would create empty exports: set metadataExport, .* to true/,
    ],
    [
      'a link that is none',
      'repository:\n  dataprotection: { links: [{ title: Mehr, url: mehr }] }\n',
      /:2:\d+: repository\.dataprotection\.links\.0\.url must be an address/,
    ],
    ['no time for pictures', 'previews:\n  timeLimit: PT0S\n', /:2:14: previews\.timeLimit .*from PT1S to PT1H/],
    ['a month for a picture', 'previews:\n  timeLimit: P30D\n', /:2:14: previews\.timeLimit .*from PT1S to PT1H/],
    ['no time for texts', 'texts:\n  timeLimit: PT0S\n', /:2:14: texts\.timeLimit .*from PT1S to PT1H/],
    ['no memory for pictures', 'previews:\n  memory: 1\n', /:2:11: previews\.memory .*200MB/],
    ['little memory for pictures', 'previews:\n  memory: 100MB\n', /:2:11: previews\.memory .*200MB/],
    ['a context path that ends in a slash', 'server:\n  contextPath: /a/\n', /:2:16: .*contextPath.*end with/],
    ['a sender that is none', 'mail:\n  from: Schule\n', /config\.yaml:2:9: mail\.from must be an address such as/],
    ['two senders', 'mail:\n  from: a@b.de, c@d.de\n', /config\.yaml:2:9: mail\.from must be an address/],
    [
      'the secret of a client in a file that does not exist',
      'authentication:\n  oauth:\n    clients: { app: { file: no.secret } }\n',
      /Cannot read the file that authentication\.oauth\.clients\.app names: .*no\.secret/,
    ],
    [
      'the secret of a client in a variable that is not set',
      'authentication:\n  oauth:\n    clients: { app: { env: NO_SUCH_VARIABLE } }\n',
      /authentication\.oauth\.clients\.app is empty/,
    ],
    [
      'a user name without a password',
      'mail:\n  server:\n    username: a\n',
      /mail\.server needs both username and password/,
    ],
    ['an unknown encryption', 'mail:\n  server:\n    secure: ssl\n', /config\.yaml:3:13: mail\.server\.secure /],
    ['nothing at all', '', /config\.yaml:1:1: the file is empty, .*delete it to use the defaults/],
    ['a text where keys should be', 'just a text\n', /config\.yaml:1:1: .*keys and values/],
    ['a text where a section should be', 'server: here\n', /config\.yaml:1:9: server /],
  ];

  test.each(mistakes)('with %s is refused with line and column', async (_, text, message) => {
    await writeFile(given.paths.config, text);
    for (const start of [() => given.open(), () => serve({ dataDirectory: given.path })]) {
      const failure = await failureOf(start());
      expect(failure.name).toBe('ConfigurationError');
      expect(failure.message).toMatch(message);
    }
    expect(await readdir(given.paths.run).catch(() => [])).toEqual([]);
    await writeFile(given.paths.config, '# The defaults.\n');
    await given.expectWorking();
  });

  test('with several errors reports all of them', async () => {
    await writeFile(given.paths.config, 'server:\n  port: x\nlimits:\n  pageSize: 0\nextra: 1\n');
    const { message } = await failureOf(given.open());
    expect(message.split('\n')).toHaveLength(3);
  });

  test('yields to a variable, whose errors are reported with its name', async () => {
    process.env['EDU_REPO_SERVER_PORT'] = 'x';
    try {
      const failure = await failureOf(given.open());
      expect(failure.message).toMatch(/^EDU_REPO_SERVER_PORT: server\.port /);
    } finally {
      delete process.env['EDU_REPO_SERVER_PORT'];
    }
  });

  test('may be missing, so that every key has its default', async () => {
    await rm(given.paths.config);
    await given.expectWorking();
  });
});
