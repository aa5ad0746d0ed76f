import type { Readable } from 'node:stream';
import type { OutputStream } from '../print/output.ts';

/** What the command line finds around it. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: NodeJS.ProcessEnv;
}

// A pipe whose reader went away is also announced by an event, which would end the process with a stack trace if nobody
// listened. Whoever writes data learns of it from the write itself.
function withoutCrash(stream: NodeJS.WriteStream): OutputStream {
  return stream.on('error', () => undefined);
}

/** The host of a real run: this process. To be made once. */
export const processHost = (): Host => ({
  stdin: process.stdin,
  stdout: withoutCrash(process.stdout),
  stderr: withoutCrash(process.stderr),
  environment: process.env,
});
