import { fstatSync, readFileSync } from 'node:fs';

/** A stream that may be a terminal. */
interface MaybeTerminal {
  readonly isTTY?: boolean;
  readonly fd?: unknown;
}

/**
 * On Linux: the session of this process and the device of its terminal; undefined without one. A later window may have the same
 * device, but it has another session.
 */
function linuxSession(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in parentheses, may contain spaces. Behind it: state, parent, group, session, terminal.
    const [, , , session, device] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return device === undefined || device === '0' ? undefined : `session-${session}-${device}`;
  } catch {
    return undefined;
  }
}

/** The number of the device of an open file; 0 if the system has none. */
function deviceOf(fd: unknown): number {
  try {
    return typeof fd === 'number' ? fstatSync(fd).rdev : 0;
  } catch {
    return 0;
  }
}

/**
 * What tells this terminal from others, as a part of a file name: its session and device on Linux, its device elsewhere, or else the
 * shell that started this process. Undefined without a terminal.
 */
export function terminalOf(streams: readonly MaybeTerminal[]): string | undefined {
  const session = linuxSession();
  if (session !== undefined) return session;
  const terminals = streams.filter(({ isTTY }) => isTTY === true);
  if (terminals.length === 0) return undefined;
  const device = terminals.map(({ fd }) => deviceOf(fd)).find((number) => number !== 0);
  return device === undefined ? `parent-${process.ppid}` : `device-${device}`;
}
