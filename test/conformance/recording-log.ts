import type { Log } from '../../src/ports/log.ts';

/** A log that can be read: every message in its order. */
export interface RecordingLog extends Log {
  readonly messages: readonly string[];
}

export function createRecordingLog(): RecordingLog {
  const messages: string[] = [];
  const record = (message: string) => {
    messages.push(message);
  };
  return { messages, info: record, warn: record, error: record };
}
