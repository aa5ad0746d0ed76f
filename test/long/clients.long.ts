import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport, type HttpTransport } from '../../src/client/http-transport.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { asUpload, newApp, registrationOf } from '../support/apps.ts';
import { type ClientFolder, makeClientFolder } from '../support/client-folder.ts';
import { admin, anna, basic } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';

let directory = '';
let server: RunningServer;
let http: HttpTransport;
let folder: ClientFolder;

beforeAll(async () => {
  directory = await newSchoolDirectory();
  server = await serveDirectory(directory, { 'repository.dataprotection.enabled': 'true' });
  http = createHttpTransport({ baseUrl: new URL(server.url) });
  folder = await makeClientFolder(await (await fetch(`${server.url}/openapi.json`)).text());
});

afterAll(async () => {
  http.close();
  await server.close();
  await removeFolder(folder.path);
  await removeFolder(directory);
});

describe('clients that are generated from openapi.json', () => {
  beforeAll(async () => {
    await folder.run('openapi-typescript', 'openapi.json', '--output', 'generated/openapi-typescript.ts');
    await folder.run('openapi-ts', '--input', 'openapi.json', '--output', 'generated/hey-api', '--no-log-file');
    await folder.start('generate-orval.ts');
  });

  test('are found right by the compiler at its strictest, and so is what calls ngx-edu-sharing-api', async () => {
    await folder.run('tsc', '--project', '.');
  });

  test.each(['openapi-fetch', 'hey-api', 'orval'])('by %s sign in, create, upload, find and delete', async (client) => {
    await folder.start(`${client}.ts`, server.url, basic(anna).authorization);
  });
});

describe('ngx-edu-sharing-api as it is published', () => {
  test('works with every call of the contract that it has', async () => {
    const app = newApp();
    const asAdmin = createClient(http.send, () => basic(admin));
    await asAdmin.registerApplication({ body: asUpload(registrationOf(app.entries)) });
    const setting = {
      baseUrl: server.url,
      anna: basic(anna).authorization,
      admin: basic(admin).authorization,
      password: anna.password,
      app: { id: app.id, key: app.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') },
    };
    const results = JSON.parse(await folder.start('ngx.ts', JSON.stringify(setting))) as Record<string, string>;
    expect(Object.keys(results).length).toBeGreaterThan(45);
    const failed = Object.entries(results).filter(([, result]) => result !== 'works');
    expect(failed).toEqual([]);
  });
});
