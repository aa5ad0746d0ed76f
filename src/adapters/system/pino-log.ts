import { pino } from 'pino';
import type { Log } from '../../ports/log.ts';
import { withoutSecrets } from './redaction.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The memory for lines that cannot be written, for example because the disk is full, in bytes. Further lines are lost. */
const maxUnwritten = 16_000_000;

function openLines(fd: number) {
  const lines = pino.destination({ fd, sync: true, maxLength: maxUnwritten });
  // Without a listener, a full disk would end the process with the first line.
  lines.on('error', () => undefined);
  return lines;
}

/**
 * Writes one JSON object per line (`level`, `time` in ISO 8601, `pid`, the facts under `facts`, `message`) to standard error
 * or to another open file. Each call returns when its line is written. Lines that cannot be written wait for a later call, and are
 * lost if the process ends first. Lines below `level` (default `info`; `silent` for none) are left out. Secrets are hidden
 * (`withoutSecrets`).
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
    openLines(options.fileDescriptor ?? process.stderr.fd),
  );
  const write = (level: 'info' | 'warn' | 'error') => (message: string, facts?: Facts) => {
    if (!lines.isLevelEnabled(level)) return;
    // Facts are nested, so that none can replace the time or the level of the line.
    lines[level](facts === undefined ? {} : { facts: withoutSecrets(facts) }, String(withoutSecrets(message)));
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
