import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfiguration } from '../../../src/daemon/configuration/load-configuration.ts';

const template = fileURLToPath(new URL('../../../data-template/config.yaml', import.meta.url));

/** Removes the first `#` of each line with a key, and of the lines of a section below one. */
const withoutComments = (text: string): string => text.replaceAll(/^ {2}# (?=\w+:| {2})/gm, '  ');

test('config.yaml stays valid when the # is removed from every key and section', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'configuration-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'config.yaml');
  await writeFile(file, withoutComments(await readFile(template, 'utf8')));
  const configuration = await loadConfiguration({ file, environment: {}, overrides: {} });
  expect(configuration.mail.server).toMatchObject({ host: 'mail.example.org', secure: 'starttls' });
  expect(configuration.repository.dataprotection).toMatchObject({ enabled: false, retentionPeriod: 'PT240H' });
  expect(configuration.security.guest.groups).toEqual(['GROUP_open_days']);
});
