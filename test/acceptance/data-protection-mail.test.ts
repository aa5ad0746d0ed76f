import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { admin, anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';

let dataDirectory = '';
let daemon: DaemonProcess;

beforeAll(async () => {
  dataDirectory = await newSchoolDirectory();
  daemon = await startDaemon({
    dataDirectory,
    environment: {
      EDU_REPO_REPOSITORY_DATAPROTECTION_ENABLED: 'true',
      EDU_REPO_REPOSITORY_DATAPROTECTION_CRONEXPRESSION: '0 0 3 1 1 ?',
      EDU_REPO_SERVER_PUBLICURL: 'https://repo.schule.example/edu-sharing',
    },
  });
});

afterAll(async () => {
  await daemon?.stop();
  await removeFolder(dataDirectory);
});

test('the link in the mail of an export is to the configured address, whatever host the requests name', async () => {
  const target = { baseUrl: new URL(daemon.url), socketPath: undefined };
  const from = (person: Parameters<typeof basic>[0]) => ({
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    ...basic(person),
  });
  const path = '/iam/v1/people/-home-/-me-/dataprotection';
  expect((await rawRequest(target, { method: 'POST', path, headers: from(anna) })).status).toBe(200);
  const run = await rawRequest(target, { method: 'POST', path: '/admin/v1/dataprotection/run', headers: from(admin) });
  expect(run.status).toBe(200);
  const outbox = join(dataDirectory, 'outbox');
  const mails = async (): Promise<string[]> =>
    (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [name = ''] = await mails();
  const mail = await readFile(join(outbox, name), 'utf8');
  expect(mail).not.toContain('evil');
  expect(mail).toContain('https://repo.schule.example/edu-sharing');
});
