import type { Readable } from 'node:stream';

/** The address that the daemon prints when it is ready; undefined where its output ends before. */
export function readyUrl(stdout: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /^ready (\S+)$/m.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    stdout.once('close', () => resolve(undefined));
  });
}
