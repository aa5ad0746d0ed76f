import type { FileHandle } from 'node:fs/promises';
import { messageOf } from '../../base/errors/errors.ts';
import type { Output } from '../print/output.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** The repository returns the secret of an OAuth client only once. */
export interface ClientSecret {
  readonly id: string;
  readonly secret: string;
}

const secretNotWritten = (path: string, id: string, error: unknown): Failure =>
  new Failure(
    exitCodes.error,
    {
      what: `Cannot write the secret of ${id} to ${path}.`,
      why: messageOf(error),
      next: `Save the secret shown above and delete the file, or create a new secret: edu-repo client add ${id} --renew`,
    },
    { cause: error },
  );

/** Writes a secret to its new file and syncs it to disk. If that fails, prints the secret to stderr and rejects. */
export async function saveSecret(
  file: FileHandle,
  path: string,
  { id, secret }: ClientSecret,
  output: Pick<Output, 'report'>,
): Promise<void> {
  try {
    // Without a line break, so that curl can send the file as it is.
    await file.writeFile(secret);
    await file.sync();
  } catch (error) {
    output.report(`Secret of ${id}, shown only once: ${secret}`);
    throw secretNotWritten(path, id, error);
  }
}
