import { exitCodes } from '../program/exit-codes.ts';

/** SIGINT (Ctrl-C) and SIGTERM as an abort signal. */
export interface Interrupts {
  readonly signal: AbortSignal;
  stop(): void;
}

/** The first signal aborts, so that a command can clean up. The second one ends the process immediately. */
export function watchForInterrupts(): Interrupts {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const stop = (): void => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  return { signal: controller.signal, stop };
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
