import type { ClientRequest, IncomingMessage } from 'node:http';

/** The minimum rate of a file: one kilobyte per second, as bytes per millisecond. */
const minRate = 1;

export interface ExchangeLimit {
  /** The maximum time in milliseconds. */
  readonly time: number;
  /** What is left of it at the start. */
  readonly timeLeft: number;
  readonly isUpload: boolean;
  readonly isDownload: boolean;
}

const timedOut = (): Error => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });

/**
 * Ends an exchange that takes longer than the time, whatever the server sends meanwhile, such as interim responses or
 * headers without an end. A file may take longer while it moves at a kilobyte per second or this side is the slower
 * one: the time counts from the end of an upload, and until the start of a download.
 */
export function limitExchange(request: ClientRequest, { time, timeLeft, isUpload, isDownload }: ExchangeLimit): void {
  let response: IncomingMessage | undefined;
  let moved = 0;
  let timer: NodeJS.Timeout | undefined;

  const bytesMoved = (): number =>
    (response === undefined ? request.socket?.bytesWritten : request.socket?.bytesRead) ?? 0;
  const restart = (left = time): void => {
    clearTimeout(timer);
    moved = bytesMoved();
    timer = setTimeout(check, left);
  };
  const isMoving = (): boolean => {
    const isSending = isUpload && response === undefined && !request.writableFinished;
    const isReceiving = isDownload && (response?.statusCode ?? 500) < 300;
    if (!isSending && !isReceiving) return false;
    const thisSideIsSlower = isSending ? request.writableLength === 0 : (response?.readableLength ?? 0) > 0;
    return thisSideIsSlower || bytesMoved() - moved >= minRate * time;
  };
  const check = (): void => {
    if (isMoving()) restart();
    else (response ?? request).destroy(timedOut());
  };

  restart(timeLeft);
  if (isUpload) request.once('finish', () => restart());
  request.once('response', (received) => {
    response = received;
    if (isUpload || isDownload) restart();
  });
  request.once('close', () => clearTimeout(timer));
}
