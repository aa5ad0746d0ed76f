import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder, dataDirectory } = withTemporaryRepository();

const inData = (...names: string[]): string => join(dataDirectory(), ...names);
const configure = (text: string) => writeFile(inData('config.yaml'), text);

interface Report {
  readonly mistakes: readonly string[];
  readonly dataprotection: { readonly enabled: boolean; readonly nextRuns: readonly string[]; readonly mail: string };
}

/** Runs the check with a changed file, and restores it. */
async function withFile(path: string, text: string, work: () => Promise<void>): Promise<void> {
  const before = await readFile(path);
  await writeFile(path, text);
  try {
    await work();
  } finally {
    await writeFile(path, before);
  }
}

describe('config check', () => {
  test('shows what is in force for data exports', async () => {
    const { code, stdout } = await run(['config', 'check']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/mistakes +none\ndata exports +disabled/);
    expect(stdout).toMatch(/mails to +\S+outbox\n/);
    const { dataprotection } = await json<Report>(['configuration', 'check']);
    expect(dataprotection).toMatchObject({ enabled: false, retentionPeriod: 'PT240H' });
    const [first = 0, second = 0, third = 0] = dataprotection.nextRuns.map((run) => Date.parse(run));
    expect([second - first, third - second, first % 60_000]).toEqual([60_000, 60_000, 0]);
  });

  test('shows the next runs in the time of Berlin, and the mail server', async () => {
    await configure(
      "repository:\n  dataprotection: { enabled: true, cronExpression: '0 30 3 * * ?' }\nmail: { server: { host: mail.example.org } }\n",
    );
    const { code, stdout } = await run(['config', 'check']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/next runs +(?:\d{4}-\d\d-\d\d 03:30:00, ){2}\d{4}-\d\d-\d\d 03:30:00 \(Europe\/Berlin\)/);
    expect(stdout).toMatch(/mails to +mail\.example\.org:587/);
  });

  test('warns of folders to read that do not exist', async () => {
    const there = folder();
    await withFile(
      inData('config.yaml'),
      `inbox:\n  - { folder: ${there}/nie, owner: anna }\n  - { folder: ${there}, owner: anna }\nharvest: { folder: ${there}/auch-nie }\n`,
      async () => {
        const { code, stdout, stderr } = await run(['config', 'check']);
        expect(code).toBe(0);
        const said = stdout + stderr;
        expect(said).toContain(`inbox.0.folder (${there}/nie) does not exist`);
        expect(said).toContain(`harvest.folder (${there}/auch-nie) does not exist`);
        expect(said).not.toContain('inbox.1');
      },
    );
  });

  test('lists every mistake of config.yaml with its place', async () => {
    const wrong = [
      'server: { prot: 80 }',
      'repository:',
      '  dataprotection:',
      '    cronExpression: 0 0 3 L * ?',
      '    retentionPeriod: 10 days',
      '',
    ];
    await withFile(inData('config.yaml'), wrong.join('\n'), async () => {
      const { code, stdout, stderr } = await run(['config', 'check']);
      expect(code).toBe(1);
      expect(stdout).toMatch(/mistakes +3/);
      expect(stderr).toMatch(/config\.yaml:1:\d+: server\.prot is not a known key; the nearest one is server\.port/);
      expect(stderr).toMatch(/config\.yaml:4:\d+: repository\.dataprotection\.cronExpression is not a schedule/);
      expect(stderr).toMatch(/config\.yaml:5:\d+: .*ISO 8601 duration/);
      expect(stderr).toMatch(/Found 3 mistakes in the configuration/);
    });
  });

  test('names the line of a mistake in a template', async () => {
    await configure('{}\n');
    await withFile(inData('html', 'dataprotection', 'report.html'), '<p>\n{{lastname}}</p>', async () => {
      const { code, stderr } = await run(['config', 'check']);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/html\/dataprotection\/report\.html:2: .*lastName/)]);
    });
    const mail = 'subject: Hallo\ntext: Hallo {{frstName}}\nhtml: Hallo\n';
    await withFile(inData('mail', 'gdpr.yaml'), mail, async () => {
      const { code, stderr } = await run(['config', 'check']);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/mail\/gdpr\.yaml:2:\d+: .*firstName/)]);
    });
  });

  test('reads secrets and the content model as the server does', async () => {
    const wrong = 'mail:\n  server: { host: mail.example.org, username: school, password: { file: no-such-file } }\n';
    await configure(wrong);
    await withFile(inData('own-dictionary.yaml'), 'typs: {}\n', async () => {
      const { code, stderr } = await run(['config', 'check']);
      expect(code).toBe(1);
      expect(stderr).toContain('mail.server.password');
      expect(stderr).toMatch(/own-dictionary\.yaml:1:\d+: typs is not a known key/);
    });
    await configure('{}\n');
  });

  test.each([
    'authentication: { oauth: { clients: { portal: 12345 } } }',
    'mail: { server: { host: mail.example.org, username: school, password: { path: secret } } }',
  ])('names the forms of a secret: %s', async (text) => {
    await withFile(inData('config.yaml'), `${text}\n`, async () => {
      const { code, stderr } = await run(['config', 'check']);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/ must be text .*\{ file: PATH \} or \{ env: NAME \}/)]);
    });
  });

  test('takes variables into account, as the server does', async () => {
    const environment = { EDU_REPO_REPOSITORY_DATAPROTECTION_CRONEXPRESSION: 'hourly' };
    const { code, stderr } = await run(['config', 'check'], { environment });
    expect([code, stderr]).toEqual([1, expect.stringContaining('EDU_REPO_REPOSITORY_DATAPROTECTION_CRONEXPRESSION: ')]);
  });

  test('uses the shipped report where the data directory has none', async () => {
    const template = inData('html', 'dataprotection', 'report.html');
    const shipped = await readFile(template);
    await rm(template);
    expect((await run(['config', 'check'])).code).toBe(0);
    await writeFile(template, shipped);
  });

  test('needs a data directory of this machine', async () => {
    expect((await run(['config', 'check', '--url', 'http://127.0.0.1:1'])).code).toBe(2);
    const { code, stderr } = await run(['config', 'check', '--data', join(folder(), 'none')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no repository at')]);
  });

  test('names unknown variables, and the nearest known one', async () => {
    const environment = {
      EDU_REPO_SERVER_PROT: '80',
      EDU_REPO_HOST: '0.0.0.0',
      EDU_REPO_COFFEE_MACHINE: 'on',
      EDU_REPO_ADMIN_PASWORD: 'x',
      OTHER: 'y',
      // A service of Kubernetes.
      EDU_REPO_SERVICE_HOST: '10.0.0.7',
      EDU_REPO_SERVICE_PORT: '8080',
      EDU_REPO_PORT: 'tcp://10.0.0.7:8080',
      EDU_REPO_PORT_8080_TCP_ADDR: '10.0.0.7',
    };
    const { code, stderr } = await run(['config', 'check'], { environment });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'EDU_REPO_SERVER_PROT has no effect: there is no such variable; the nearest one is EDU_REPO_SERVER_PORT',
    );
    expect(stderr).toContain(
      'EDU_REPO_ADMIN_PASWORD has no effect: there is no such variable; the nearest one is EDU_REPO_ADMIN_PASSWORD',
    );
    expect(stderr).toMatch(
      /EDU_REPO_HOST has no effect: there is no such variable; the nearest one is EDU_REPO_SERVER_HOST$/m,
    );
    expect(stderr).toMatch(/EDU_REPO_COFFEE_MACHINE has no effect: there is no such variable$/m);
    expect(stderr.match(/no such variable/g)).toHaveLength(4);
  });

  test('says in plain words what a value must be, and where own-dictionary.yaml is wrong', async () => {
    await withFile(inData('config.yaml'), 'server: { port: eighty }\n', async () => {
      const { stderr } = await run(['config', 'check']);
      expect(stderr).toContain(`${inData('config.yaml')}:1:17: server.port must be a number, not text`);
      const { stderr: refused } = await run(['ls', '/']);
      expect(refused).toContain('Correct each place that the message names');
      expect((await run(['ls', '/', '--data', dataDirectory()])).stderr).toContain(
        `then check: edu-repo config check --data ${dataDirectory()}\n`,
      );
    });
    await withFile(inData('own-dictionary.yaml'), 'properties:\n  x:y: 1\n', async () => {
      const { stderr } = await run(['config', 'check']);
      expect(stderr).toContain(`${inData('own-dictionary.yaml')}:2:8: properties x:y must be an object, not a number`);
    });
  });

  test.each(['not a host', 'http://localhost', 'localhost:8080', '[::1]', ''])('refuses %j as a host', async (host) => {
    for (const [block, key] of [
      [{ server: { host } }, 'server.host'],
      [{ mail: { server: { host } } }, 'mail.server.host'],
    ] as const) {
      await withFile(inData('config.yaml'), JSON.stringify(block), async () => {
        const { code, stderr } = await run(['config', 'check']);
        expect([code, stderr]).toEqual([1, expect.stringContaining(`${key} must be a host name or an IP address`)]);
      });
    }
  });

  test.each(['localhost', '::1', 'fe80::1%eth0', '192.168.0.7', 'schul_server-2.example.org', 'müller.example'])(
    'takes %j as a host',
    async (host) => {
      const configuration = JSON.stringify({ server: { host }, mail: { server: { host } } });
      await withFile(inData('config.yaml'), configuration, async () => {
        expect((await run(['config', 'check'])).code).toBe(0);
      });
    },
  );

  test.each([
    ['https://repo.example.org', '/edu-sharing'],
    ['https://repo.example.org/', '/edu-sharing'],
    ['https://repo.example.org/edu-sharing/rest', '/edu-sharing'],
    ['https://repo.example.org/edu-sharing?lang=de', '/edu-sharing'],
    ['https://repo.example.org/edu-sharing', '/material'],
  ])('warns that %s has another path than %s', async (publicUrl, contextPath) => {
    await withFile(
      inData('config.yaml'),
      `server: { publicUrl: '${publicUrl}', contextPath: ${contextPath} }\n`,
      async () => {
        const { code, stderr } = await run(['config', 'check']);
        expect(code).toBe(0);
        expect(stderr).toContain(`Warning: server.publicUrl (${publicUrl}) does not end with server.contextPath`);
        expect(stderr).toContain(`Most proxies need https://repo.example.org${contextPath}\n`);
      },
    );
  });

  test.each([
    ['https://repo.example.org/edu-sharing', '/edu-sharing'],
    ['https://repo.example.org/edu-sharing/', '/edu-sharing'],
    ['https://repo.example.org', ''],
  ])('accepts %s for the path "%s" without a warning', async (publicUrl, contextPath) => {
    await withFile(
      inData('config.yaml'),
      `server: { publicUrl: '${publicUrl}', contextPath: '${contextPath}' }\n`,
      async () => {
        const { code, stderr } = await run(['config', 'check']);
        expect([code, stderr]).toEqual([0, '']);
      },
    );
  });
});
