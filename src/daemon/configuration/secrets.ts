import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { readRegularFile } from '../data-directory/regular-file.ts';

/** A secret in the configuration, or the file or environment variable that holds it. */
export const secretSetting = z.union(
  [z.string().min(1), z.strictObject({ file: z.string().min(1) }), z.strictObject({ env: z.string().min(1) })],
  'must be text (digits in quotes), { file: PATH } or { env: NAME }',
);

export type SecretSetting = z.output<typeof secretSetting>;

async function readSecret(key: string, setting: SecretSetting, dataDirectory: string): Promise<string> {
  if (typeof setting === 'string') return setting;
  if ('env' in setting) return process.env[setting.env] ?? '';
  const path = isAbsolute(setting.file) ? setting.file : join(dataDirectory, setting.file);
  try {
    // Editors add a line break to the last line. It is not part of the secret.
    return (await readRegularFile(path)).toString('utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigurationError(`Cannot read the file that ${key} names: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Reads a secret from its setting. A file name is relative to the data directory. Rejects with `ConfigurationError` if
 * the file cannot be read or the secret is empty or missing.
 */
export async function secretOf(key: string, setting: SecretSetting, dataDirectory: string): Promise<string> {
  const secret = await readSecret(key, setting, dataDirectory);
  if (secret !== '') return secret;
  throw new ConfigurationError(`${key} is empty: set a secret, or name the file or variable that holds it`);
}
