import { Readable } from 'node:stream';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import type { Identity } from './identity.ts';

/** The account is checked again after this many bytes, and at the end. */
const bytesPerCheck = 4_000_000;

const signInEnded = (): RepositoryError =>
  new RepositoryError(
    'Unauthorized',
    'Your sign-in ended during the upload: the account was blocked or deleted, or got another password. Sign in, and send the file again.',
  );

async function* confirmedBytes(bytes: Readable, confirm: () => Promise<void>): AsyncGenerator<Buffer> {
  let unconfirmed = 0;
  // The chunks of an upload are always buffers.
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    unconfirmed += chunk.length;
    if (unconfirmed >= bytesPerCheck) {
      await confirm();
      unconfirmed = 0;
    }
    yield chunk;
  }
  await confirm();
}

/**
 * The file, whose stream fails with `Unauthorized` if the sign-in of the caller ends before it was received. An upload can take
 * hours, and must not outlast the account.
 */
export function confirmedUpload(file: UploadedFile, { credentials, caller }: Identity): UploadedFile {
  if (credentials === undefined) return file;
  const confirm = async (): Promise<void> => {
    if ((await credentials.currentCaller(caller.sessionScope)) === undefined) throw signInEnded();
  };
  return { ...file, bytes: Readable.from(confirmedBytes(file.bytes, confirm), { objectMode: false }) };
}
