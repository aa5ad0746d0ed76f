import type { Context } from '../program/context.ts';
import { onOneLine } from './printable.ts';
import { counted, formatBytes, formatDuration } from './units.ts';

export interface Progress {
  stop(): void;
}

/** How far a command is. What is not known is undefined. */
export interface ProgressState {
  /** What the command does: "Importing". */
  readonly doing: string;
  /** What is counted, in the singular: "file". */
  readonly unit?: string;
  readonly done?: number;
  readonly total?: number | undefined;
  readonly failed?: number;
  /** The number of transferred bytes. */
  readonly bytes?: number;
}

/** A state with the time that it took to get there. */
type TimedState = ProgressState & { readonly seconds: number; readonly secondsLeft: number | undefined };

const redrawIntervalMs = 100;
const noteIntervalMs = 30_000;
const recordIntervalMs = 1000;

/** Before that many, the time that is left is a guess. */
const minForEstimate = 10;
const barWidth = 20;

function timed(state: ProgressState, start: number): TimedState {
  const { done = 0, total } = state;
  const seconds = (performance.now() - start) / 1000;
  const isKnown = total !== undefined && done >= minForEstimate && total >= done;
  return { ...state, seconds, secondsLeft: isKnown ? ((total - done) / done) * seconds : undefined };
}

/** `Importing: 120 of 2000 files, 3.1 MB, 1 failed, 40/s, about 47 s left`. */
function textOf({ doing, unit = 'item', done, total, bytes, failed = 0, seconds, secondsLeft }: TimedState): string {
  if (done === undefined) return doing;
  const parts = [
    total === undefined ? counted(done, unit) : `${done} of ${counted(total, unit)}`,
    ...(bytes === undefined ? [] : [formatBytes(bytes)]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${(done / Math.max(seconds, 0.001)).toFixed(0)}/s`,
    ...(secondsLeft === undefined ? [] : [`about ${formatDuration(secondsLeft * 1000)} left`]),
  ];
  return `${doing}: ${parts.join(', ')}`;
}

function barOf({ done = 0, total }: ProgressState): string {
  if (total === undefined || total === 0) return '';
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} `;
}

const rounded = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 10) / 10;

const recordOf = (state: TimedState): string =>
  JSON.stringify({ ...state, seconds: rounded(state.seconds), secondsLeft: rounded(state.secondsLeft) });

/** A line of JSON each second, and one at the end. */
function writeRecords({ output }: Context, now: () => TimedState): Progress {
  const write = (): void => output.report(recordOf(now()));
  const timer = setInterval(write, recordIntervalMs);
  let isStopped = false;
  return {
    stop() {
      clearInterval(timer);
      if (!isStopped) write();
      isStopped = true;
    },
  };
}

/**
 * Shows on stderr what `describe` says, until `stop`: with a bar or a spinner on a terminal, as a line every 30 seconds
 * elsewhere. With `--progress jsonl`, each second one `TimedState` as a line of JSON, and the last one at `stop`. Shows nothing
 * with `--progress none` or `--quiet`.
 */
export async function startProgress(context: Context, describe: () => string | ProgressState): Promise<Progress> {
  const { output, globals } = context;
  const start = performance.now();
  const now = (): TimedState => {
    const state = describe();
    return timed(typeof state === 'string' ? { doing: state } : state, start);
  };
  if (globals.progress === 'jsonl') return writeRecords(context, now);
  if (globals.quiet || globals.progress === 'none') return { stop: () => undefined };
  // With a terminal width of 0 (unknown), the spinner would clear lines endlessly.
  const canDraw = output.stderr.isTTY === true && (output.stderr.columns ?? 0) > 0;
  if (!canDraw) {
    const timer = setInterval(() => output.note(textOf(now())), noteIntervalMs);
    return { stop: () => clearInterval(timer) };
  }
  const { default: ora } = await import('ora');
  const shown = (state: TimedState): string => onOneLine(`${barOf(state)}${textOf(state)}`);
  const spinner = ora({ text: shown(now()), stream: output.stderr, discardStdin: false }).start();
  const timer = setInterval(() => {
    spinner.text = shown(now());
  }, redrawIntervalMs);
  const stop = (): void => {
    clearInterval(timer);
    spinner.stop();
  };
  return { stop };
}
