import { exitCodes } from '../program/exit-codes.ts';

/** Ctrl-C and the system's wish to end, as a signal that commands can watch. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Stops watching. */
  stop(): void;
}

/** The first wish to end aborts the signal, so that work can be finished in order; the second ends the process at once. */
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

/** Resolves when somebody has asked to end. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
