import type { Context } from '../program/context.ts';

/** Says after Ctrl-C what is still finished, such as `files`. Call the result when the work has ended. */
export function noteInterruption(what: string, { signal, output }: Pick<Context, 'signal' | 'output'>): () => void {
  const note = (): void => output.note(`Finishing the ${what} in progress. Press Ctrl-C again to stop immediately.`);
  signal.addEventListener('abort', note, { once: true });
  return () => signal.removeEventListener('abort', note);
}
