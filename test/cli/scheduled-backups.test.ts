import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, folder, dataDirectory } = withTemporaryRepository();

const namesIn = async (directory: string): Promise<string[]> => (await readdir(directory).catch(() => [])).toSorted();

test('the server makes backups on schedule, deletes the old ones, and no others', async () => {
  const directory = join(folder(), 'backups');
  await mkdir(join(directory, 'mine'), { recursive: true });
  await writeFile(
    join(directory, 'mine', 'edu-repo.json'),
    '{"format":2,"backup":{"at":"2020-01-01T00:00:00Z","commit":1}}',
  );
  const overrides = {
    'server.port': '0',
    'backup.directory': directory,
    'backup.schedule': '* * * * * *',
    'backup.keepDaily': '1',
    'backup.keepWeekly': '0',
  };
  const server = await serve({ dataDirectory: dataDirectory(), overrides });
  const seen = new Set<string>();
  try {
    while (seen.size < 3) {
      for (const name of await namesIn(directory)) if (name.startsWith('auto-')) seen.add(name);
      await pause(50);
    }
  } finally {
    await server.close();
  }
  const names = await namesIn(directory);
  expect(names).toContain('mine');
  const complete = await run(['backup', 'list', directory, '-o', 'csv']);
  const scheduled = complete.stdout.split('\n').filter((line) => /auto-.*,true/.test(line) && line.includes('Z,'));
  expect(scheduled.length).toBeGreaterThan(0);
  expect(scheduled.length).toBeLessThan(seen.size);
  const [newest = ''] = scheduled[0]?.split(',') ?? [];
  expect((await run(['backup', 'verify', newest])).code).toBe(0);
  expect((await run(['status'])).stdout).toMatch(/^last backup +\S+Z, .*auto-/m);
});

test('a schedule without a directory, and one that is none, are mistakes of the configuration', async () => {
  const environment = { EDU_REPO_BACKUP_SCHEDULE: '0 3 * * *' };
  const { code, stderr } = await run(['config', 'check'], { environment });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/backup.directory must be the absolute path/)]);
  const wrong = await run(['config', 'check'], { environment: { EDU_REPO_BACKUP_SCHEDULE: 'at night' } });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/EDU_REPO_BACKUP_SCHEDULE.*is not a schedule/)]);
});
