import { messageOf } from '../../base/errors/errors.ts';
import { stackOf } from '../../base/errors/source-positions.ts';
import type { Answer } from '../../contract/call.ts';
import { failCurrentRequest } from '../../http/current-request.ts';
import type { Log } from '../../ports/log.ts';

/**
 * Handles failures that no other code caught: logs them, and responds with 500 to the request with a form that they occurred in.
 * The server continues, also after a rejection outside of such requests. An exception outside of them leaves the process in an
 * unknown state, so `end` is called. Returns a function that removes the handlers.
 */
export function catchUnforeseenFailures(parts: {
  readonly log: Log;
  readonly answerError: (error: unknown, requestId?: string) => Answer;
  readonly end: () => void;
}): () => void {
  const { log, answerError, end } = parts;

  /** Returns whether the failure belonged to a request that is followed. */
  const handle = (kind: 'rejection' | 'exception', error: unknown): boolean => {
    const stack = error instanceof Error ? stackOf(error) : undefined;
    log.error(kind === 'rejection' ? 'Unhandled rejection.' : 'Uncaught exception.', {
      reason: messageOf(error),
      ...(stack === undefined ? {} : { stack }),
    });
    return failCurrentRequest((requestId) => answerError(error, requestId));
  };
  const onRejection = (error: unknown): void => void handle('rejection', error);
  const onException = (error: unknown): void => {
    if (!handle('exception', error)) end();
  };

  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}
