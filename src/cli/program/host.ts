import type { Readable } from 'node:stream';
import type { OutputStream } from '../print/output.ts';

/** The streams and environment of the process. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: NodeJS.ProcessEnv;
}

// A closed pipe also emits an error event. Without a listener, it would end the process with a stack trace. The write
// that fails reports the error itself.
function withoutCrash(stream: NodeJS.WriteStream): OutputStream {
  return stream.on('error', () => undefined);
}

/** The host of this process. Call this once, because each call adds listeners to the streams. */
export const processHost = (): Host => ({
  stdin: process.stdin,
  stdout: withoutCrash(process.stdout),
  stderr: withoutCrash(process.stderr),
  environment: process.env,
});
