import { setTimeout as pause } from 'node:timers/promises';
import { type DaemonOptions, type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { peakBytes } from '../faults/process-memory.ts';
import type { Address } from './connection.ts';

/** A server in a process of its own, whose memory and whose end are watched. */
export interface WatchedServer {
  readonly daemon: DaemonProcess;
  readonly address: Address;
  /** `{base_url}` without the address, such as `/edu-sharing/rest`. */
  readonly basePath: string;
  /** The most memory that the process took so far, in bytes; also after its end. */
  peakBytes(): Promise<number>;
  /** How the process ended, with the end of what it wrote to stderr; undefined while it runs. */
  death(): string | undefined;
}

/** Starts `edu-repo serve` on a free port of 127.0.0.1. To be stopped by `daemon.stop` or `daemon.kill`. */
export async function startWatchedServer(options: DaemonOptions): Promise<WatchedServer> {
  const daemon = await startDaemon(options);
  const { hostname, port, pathname } = new URL(daemon.url);
  let peak = 0;
  let death: string | undefined;
  const look = async (): Promise<number> => {
    const seen = await peakBytes(daemon.pid).catch(() => Number.NaN);
    // A process that ended keeps its entry for a moment, without any memory.
    if (!Number.isNaN(seen)) peak = seen;
    return peak;
  };
  void daemon.ended.then((how) => {
    death = how;
  });
  const watch = async (): Promise<void> => {
    while (death === undefined) {
      await look();
      await pause(100, undefined, { ref: false });
    }
  };
  void watch();
  return {
    daemon,
    address: { host: hostname, port: Number(port) },
    basePath: pathname,
    peakBytes: look,
    death: () => death,
  };
}
