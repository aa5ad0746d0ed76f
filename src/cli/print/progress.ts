import type { Context } from '../program/context.ts';
import { onOneLine } from './printable.ts';

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
  // With a terminal width of 0 (unknown), the spinner would clear lines endlessly.
  const canDraw = output.stderr.isTTY === true && (output.stderr.columns ?? 0) > 0;
  if (!canDraw) {
    const timer = setInterval(() => output.note(describe()), noteIntervalMs);
    return { stop: () => clearInterval(timer) };
  }
  const { default: ora } = await import('ora');
  const spinner = ora({ text: onOneLine(describe()), stream: output.stderr, discardStdin: false }).start();
  const timer = setInterval(() => {
    spinner.text = onOneLine(describe());
  }, redrawIntervalMs);
  const stop = (): void => {
    clearInterval(timer);
    spinner.stop();
  };
  return { stop };
}
