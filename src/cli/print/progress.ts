import type { Context } from '../program/context.ts';

/** A progress display that is shown until it is stopped. */
export interface Progress {
  stop(): void;
}

const redrawIntervalMs = 100;
const noteIntervalMs = 30_000;

/**
 * Shows the text of `describe` on stderr: with a spinner on a terminal, as a line every 30 seconds elsewhere. Shows
 * nothing with `--quiet`.
 */
export async function startProgress(context: Context, describe: () => string): Promise<Progress> {
  const { output, globals } = context;
  if (globals.quiet) return { stop: () => undefined };
  // On a terminal of unknown width (0 columns), the spinner would clear lines endlessly.
  const canDraw = output.stderr.isTTY === true && (output.stderr.columns ?? 0) > 0;
  if (!canDraw) {
    const timer = setInterval(() => output.note(describe()), noteIntervalMs);
    return { stop: () => clearInterval(timer) };
  }
  const { default: ora } = await import('ora');
  const spinner = ora({ text: describe(), stream: output.stderr, discardStdin: false }).start();
  const timer = setInterval(() => {
    spinner.text = describe();
  }, redrawIntervalMs);
  const stop = (): void => {
    clearInterval(timer);
    spinner.stop();
  };
  return { stop };
}
