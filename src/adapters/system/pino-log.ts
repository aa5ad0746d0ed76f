import { pino } from 'pino';
import type { Log } from '../../ports/log.ts';
import { withoutSecrets } from './redaction.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * Writes one JSON object a line (`level`, `time` in ISO 8601, `pid`, the facts under `facts`, `message`) to standard error
 * or to another open file. A line is out when the call returns, so none is lost when the process ends.
 * Lines below `level` (`info` unless told; `silent` for none) are left out; what looks secret is hidden.
 */
export function createPinoLog(options: { readonly level?: string; readonly fileDescriptor?: number } = {}): Log {
  const lines = pino(
    {
      level: options.level ?? 'info',
      base: { pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    pino.destination({ fd: options.fileDescriptor ?? process.stderr.fd, sync: true }),
  );
  const write = (level: 'info' | 'warn' | 'error') => (message: string, facts?: Facts) => {
    if (!lines.isLevelEnabled(level)) return;
    // Facts have a place of their own, so that none can pass for the time or the level of the line.
    lines[level](facts === undefined ? {} : { facts: withoutSecrets(facts) }, String(withoutSecrets(message)));
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
