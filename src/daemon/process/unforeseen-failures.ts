import { messageOf } from '../../base/errors/errors.ts';
import type { Answer } from '../../contract/call.ts';
import { failCurrentRequest } from '../../http/current-request.ts';
import type { Log } from '../../ports/log.ts';

/**
 * The net under the server: a failure that no code caught is logged and answers the request that it belongs to with 500; the
 * server goes on. An exception outside of any request leaves the process in an unknown state: `end` is called then. Returns
 * what takes the net away.
 */
export function catchUnforeseenFailures(parts: {
  readonly log: Log;
  readonly answerError: (error: unknown, requestId?: string) => Answer;
  readonly end: () => void;
}): () => void {
  const { log, answerError, end } = parts;

  /** Whether the failure belonged to a request. */
  const handle = (kind: 'rejection' | 'exception', error: unknown): boolean => {
    const stack = error instanceof Error ? error.stack : undefined;
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
