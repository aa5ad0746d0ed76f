import type { Context } from '../program/context.ts';

/** Shows how far something is until it is stopped. */
export interface Progress {
  stop(): void;
}

const redrawEvery = 100;
const sayEvery = 30_000;

/**
 * On a terminal a spinner with the text that `describe` gives; elsewhere the same text as a line every 30 seconds.
 * On stderr; nothing with `--quiet`.
 */
export async function startProgress(context: Context, describe: () => string): Promise<Progress> {
  const { output, globals } = context;
  if (globals.quiet) return { stop: () => undefined };
  // A terminal that does not know its width (0 columns) would make the spinner clear lines without end.
  const canDraw = output.stderr.isTTY === true && (output.stderr.columns ?? 0) > 0;
  if (!canDraw) {
    const timer = setInterval(() => output.note(describe()), sayEvery);
    return { stop: () => clearInterval(timer) };
  }
  const { default: ora } = await import('ora');
  const spinner = ora({ text: describe(), stream: output.stderr, discardStdin: false }).start();
  const timer = setInterval(() => {
    spinner.text = describe();
  }, redrawEvery);
  const stop = (): void => {
    clearInterval(timer);
    spinner.stop();
  };
  return { stop };
}
