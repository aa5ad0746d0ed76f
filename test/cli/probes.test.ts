import { expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { dataDirectory } = withTemporaryRepository();

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<{ status: number; text: string }>;

async function serving(overrides: Readonly<Record<string, string>>, work: (get: Get) => Promise<void>): Promise<void> {
  const server = await serve({ dataDirectory: dataDirectory(), overrides: { 'server.port': '0', ...overrides } });
  const get: Get = async (path, headers = {}) => {
    const response = await fetch(new URL(path, server.url), { headers });
    return { status: response.status, text: await response.text() };
  };
  try {
    await work(get);
  } finally {
    await server.close();
  }
}

test('the server says that it lives and that it is ready, and has no metrics by default', () =>
  serving({}, async (get) => {
    expect(await get('/healthz')).toEqual({ status: 200, text: 'ok\n' });
    let ready = await get('/readyz');
    while (ready.status !== 200) {
      expect(ready).toEqual({ status: 503, text: expect.stringContaining('search index') });
      ready = await get('/readyz');
    }
    expect(ready.text).toBe('ready\n');
    expect((await get('/metrics')).status).toBe(404);
  }));

test('without a token, only this machine reads metrics, and nobody through a proxy', () =>
  serving({ 'metrics.enabled': 'true' }, async (get) => {
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/^edu_repo_people 1$/m);
    expect(text).toMatch(/^edu_repo_writable 1$/m);
    expect(text).toMatch(/^edu_repo_last_backup_timestamp_seconds 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(403);
  }));

test('with a token, whoever sends it reads metrics, and nobody else', () =>
  serving({ 'metrics.enabled': 'true', 'metrics.token': 'Tafelschwamm' }, async (get) => {
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', { authorization: 'Bearer falsch' })).status).toBe(401);
    const authorization = 'Bearer Tafelschwamm';
    expect((await get('/metrics', { authorization, 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
  }));
