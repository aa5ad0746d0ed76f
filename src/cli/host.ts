import type { Readable } from 'node:stream';
import type { OutputStream } from './output.ts';

/** What the command line finds around it. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: NodeJS.ProcessEnv;
}

/** The host of a real run: this process. */
export const processHost = (): Host => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
});
