import { onOneLine } from '../print/printable.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';

interface Told {
  readonly why: string;
  readonly next: string;
}

const aboutFiles: Readonly<Record<string, Told>> = {
  ENOENT: { why: 'No such file or folder', next: 'Check how it is spelled, and from which folder' },
  EACCES: { why: 'The system does not allow it', next: 'Check who may read and change it' },
  EPERM: { why: 'The system does not allow it', next: 'Check who may read and change it' },
  EISDIR: { why: 'It is a folder', next: 'Name a file' },
  ENOTDIR: { why: 'A part of the path is a file', next: 'Name a folder' },
  EEXIST: { why: 'It exists already', next: 'Name another one, or move that one away' },
  ENOSPC: { why: 'The disk is full', next: 'Make room, and try again' },
};

const aboutNetwork: Readonly<Record<string, Told>> = {
  EADDRINUSE: {
    why: 'Another program listens on this port already',
    next: 'Try: edu-repo serve --port 0 for a free port',
  },
  EADDRNOTAVAIL: { why: 'This machine has no such address', next: 'Name one it has, such as 127.0.0.1 or 0.0.0.0' },
  ENOTFOUND: { why: 'No machine of this name is known', next: 'Check how the name or address is spelled' },
  EAI_AGAIN: { why: 'No machine of this name could be looked up', next: 'Check the name, and the network' },
  EACCES: { why: 'The system does not allow it', next: 'Choose a port from 1024 on' },
};

interface SystemFacts {
  readonly path?: unknown;
  readonly hostname?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

/** The host or address that a call of the network was about; undefined for calls about files. */
function networkPlace({ hostname, address, port }: SystemFacts): string | undefined {
  if (typeof hostname === 'string') return hostname;
  if (typeof address !== 'string') return undefined;
  return typeof port === 'number' && port > 0 ? `${address}:${port}` : address;
}

const exitCodeOf = (code: string): ExitCode => (code === 'EADDRINUSE' ? exitCodes.unreachable : exitCodes.error);

/** Says what the system has refused: the path or address as it was typed, the reason once, and what fits it. */
export function explainSystemError(error: Error, code: string): Failure {
  // A system error of Node.js has these beside its message.
  const facts = error as SystemFacts;
  const place = networkPlace(facts);
  const told = place === undefined ? aboutFiles[code] : aboutNetwork[code];
  const subject = place ?? (typeof facts.path === 'string' ? facts.path : undefined);
  return new Failure(
    exitCodeOf(code),
    {
      what: onOneLine(subject === undefined ? error.message : `${subject} cannot be used.`),
      why: `${told?.why ?? 'The system refused'} (${code}).`,
      next: told?.next ?? 'Check what was named, and try again',
    },
    { cause: error },
  );
}
