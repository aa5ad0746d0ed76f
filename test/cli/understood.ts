import { PassThrough, Readable } from 'node:stream';
import { hitFinder } from '../../src/cli/node-arguments/hit-numbers.ts';
import { type GlobalOptions, readGlobalOptions } from '../../src/cli/program/global-options.ts';
import { createProgram } from '../../src/cli/program/program.ts';
import { shieldSpecialIds, unshield, unshieldFlags } from '../../src/cli/program/special-arguments.ts';

/** How a command line was understood, before anything is done. */
export interface Understood {
  readonly command: string;
  /** What the command's own `readOptions` made of its words and flags. */
  readonly options: unknown;
  readonly globals: GlobalOptions;
}

/** A list of hits that has every number. */
const anyHit = () => ({ id: '7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d', repository: 'schule', isChosen: false });

interface WithReadOptions {
  readOptions(words: readonly string[], flags: object): unknown;
}

/** Reads a command line as far as the options of its command, without running it. Rejects where it makes no sense. */
export async function understood(words: readonly string[]): Promise<Understood> {
  let result: Understood | undefined;
  const host = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough(), environment: {} };
  const program = createProgram(host, {
    named: () => undefined,
    help: async () => undefined,
    run: async ({ entry, definition, command, program: top }) => {
      // The table forgets the kinds of flags and options; the tests compare what comes out.
      const { readOptions } = definition as unknown as WithReadOptions;
      result = {
        command: entry.path.join(' '),
        options: hitFinder.run(anyHit, () => readOptions(command.args.map(unshield), unshieldFlags(command.opts()))),
        globals: readGlobalOptions(top, command),
      };
    },
  });
  await program.parseAsync(shieldSpecialIds(words), { from: 'user' });
  if (result === undefined) throw new Error(`No command ran for ${words.join(' ')}.`);
  return result;
}
