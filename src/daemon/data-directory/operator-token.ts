import { randomBytes } from 'node:crypto';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { dataPaths, readOperatorToken } from './data-directory.ts';
import { writeDurably } from './durable-files.ts';

/** Reads the operator token, or creates it if it is missing. Call this from the process that owns the directory. */
export async function persistedOperatorToken(dataDirectory: string): Promise<string> {
  try {
    return await readOperatorToken(dataDirectory);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const token = randomBytes(32).toString('base64url');
  await writeDurably(dataPaths(dataDirectory).operatorToken, `${token}\n`);
  return token;
}
