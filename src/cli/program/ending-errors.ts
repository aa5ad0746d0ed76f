import { AnswerError, BrokenDownloadError, TransportError } from '../../client/answer-error.ts';
import { Interrupted } from './failure.ts';

// Sign-in refused, server unavailable, disk full: all other items would fail too.
const fatalStatuses = [401, 503, 507];

/** Whether an error ends a command that handles many files, people or rows, not just the work on one of them. */
export function endsCommand(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  // Other files may be sound. If the server is down, the next call fails with another `TransportError` and ends the command.
  if (error instanceof BrokenDownloadError) return false;
  if (error instanceof TransportError) return true;
  if (error instanceof Error && error.name === 'AbortError') return true;
  if (!(error instanceof AnswerError)) return false;
  // A busy server states when to retry and may accept the next item.
  const isBusy = error.status === 503 && error.retryAfter !== undefined;
  return fatalStatuses.includes(error.status) && !isBusy;
}

export function stopIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}
