import type { FileHandle } from 'node:fs/promises';
import { messageOf } from '../../base/errors/errors.ts';
import type { Output } from '../print/output.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** A client's secret, which a repository gives out once. */
export interface ClientSecret {
  readonly id: string;
  readonly secret: string;
}

const secretNotWritten = (path: string, id: string, error: unknown): Failure =>
  new Failure(
    exitCodes.error,
    {
      what: `The secret of ${id} could not be written into ${path}.`,
      why: messageOf(error),
      next: `Keep the secret that is shown above and delete that file, or make another one: edu-repo client add ${id} --renew`,
    },
    { cause: error },
  );

/**
 * Writes a secret into its new file, `path`: it is on disk when this resolves. Where that fails, shows it on stderr, as
 * nobody else has it, and rejects.
 */
export async function saveSecret(
  file: FileHandle,
  path: string,
  { id, secret }: ClientSecret,
  output: Pick<Output, 'report'>,
): Promise<void> {
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } catch (error) {
    output.report(`Secret of ${id}, shown this once: ${secret}`);
    throw secretNotWritten(path, id, error);
  }
}
