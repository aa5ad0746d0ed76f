import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { locatedAddress, parseNodeAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { Interrupted, usageFailure } from '../program/failure.ts';
import { declareSyncOptions, readSyncOptions, type SyncFlags } from './options.ts';
import { runSync, type SyncOptions } from './run-sync.ts';

interface WatchFlags extends SyncFlags {
  readonly rescan: number;
}

interface WatchOptions extends SyncOptions {
  /** Milliseconds between two full comparisons. */
  readonly rescan: number;
}

/** How long nothing may change before a sync begins, in milliseconds: programs save a file in several steps. */
const settleMs = 1_000;

/** Files that programs make while a document is open. */
const temporaryFiles = ['~$*', '.~lock*', '*.tmp', '*.part', '*.crdownload', 'Thumbs.db', '.DS_Store'];

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (!/^\d{1,4}$/.test(text) || minutes === 0)
    throw new InvalidArgumentError('Write a number of minutes, such as 10.');
  return minutes * 60_000;
}

/** Waits for a change, the next full comparison, or the end. */
function createAlarm(signal: AbortSignal) {
  let ring = (): void => undefined;
  signal.addEventListener('abort', () => ring());
  return {
    ring: () => ring(),
    wait: (ms: number): Promise<void> =>
      new Promise((done) => {
        const timer = setTimeout(() => ring(), ms);
        ring = () => {
          clearTimeout(timer);
          done();
        };
        if (signal.aborted) ring();
      }),
  };
}

/** One comparison. A failure that may pass is reported, and the next change or comparison tries again. */
async function syncReporting(options: SyncOptions, context: Context): Promise<void> {
  try {
    await runSync(options, context);
  } catch (error) {
    if (context.signal.aborted || error instanceof Interrupted) return;
    const { message, why } = explainError(error);
    context.output.report(`${message} ${why}`);
  }
}

async function keepInStep(options: WatchOptions, context: Context): Promise<ExitCode> {
  const { signal, output, globals } = context;
  // The first comparison says at once what is wrong with the arguments.
  const first = await runSync(options, context);
  if (globals.dryRun) return first;
  const { watch } = await import('chokidar');
  const alarm = createAlarm(signal);
  let changes = 0;
  const watcher = watch(resolve(options.source), { ignoreInitial: true }).on('all', () => {
    changes += 1;
    alarm.ring();
  });
  output.note(`Watching ${options.source}. To stop: Ctrl-C`);
  try {
    while (!signal.aborted) {
      if (changes === 0) await alarm.wait(options.rescan);
      do {
        changes = 0;
        await alarm.wait(settleMs);
      } while (changes > 0 && !signal.aborted);
      if (!signal.aborted) await syncReporting(options, context);
    }
  } finally {
    await watcher.close();
  }
  return exitCodes.ok;
}

export const watchCommand = defineCommand<WatchFlags, WatchOptions>({
  endsOnSignal: true,
  defaultTimeout: 0,
  examples: [
    { line: 'edu-repo watch ./Material /Mathe', does: 'upload what changes in the folder Material, until Ctrl-C' },
    {
      line: 'edu-repo watch --delete --yes ./Material schule:/Mathe',
      does: 'also move to the trash of the remote schule what is deleted in the folder',
    },
  ],
  configure: (command) => {
    declareSyncOptions(
      command
        .argument('<folder>', 'local folder')
        .argument('<path>', 'folder in the repository, created if it is missing'),
    ).addOption(
      new Option('--rescan <minutes>', 'compare everything this often, in case a change was not noticed')
        .argParser(readMinutes)
        .default(600_000, '10'),
    );
  },
  readOptions: ([source = '', path = ''], flags) => {
    const target = writeLocatedAddress(parseNodeAddress(path));
    if (locatedAddress(source) !== undefined) {
      const next = `To compare once: edu-repo sync ${source} ${target}`;
      throw usageFailure(`${source} is no local folder.`, 'Only a local folder can be watched.', next);
    }
    const exclude = [...temporaryFiles, ...(flags.exclude ?? [])];
    return { ...readSyncOptions(source, target, { ...flags, exclude }), rescan: flags.rescan };
  },
  run: keepInStep,
});
