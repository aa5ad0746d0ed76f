import { onOneLine } from '../print/printable.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';

interface Explanation {
  readonly why: string;
  readonly next: string;
}

const fileErrors: Readonly<Record<string, Explanation>> = {
  ENOENT: { why: 'No such file or folder', next: 'Check the spelling and the current folder' },
  EACCES: { why: 'Permission denied', next: 'Check the permissions and the owner of the file or folder' },
  EPERM: {
    why: 'The operating system does not permit this operation',
    next: 'Check the permissions and the owner of the file or folder',
  },
  EISDIR: { why: 'The path is a folder, not a file', next: 'Specify a file' },
  ENOTDIR: { why: 'Part of the path is a file', next: 'Check the path' },
  EEXIST: {
    why: 'A file or folder with this name already exists',
    next: 'Choose another name, or rename the existing one',
  },
  EROFS: { why: 'The file system is read-only', next: 'Choose another folder, or mount it for writing' },
  ENOSPC: { why: 'The disk is full', next: 'Free some space and try again' },
};

const networkErrors: Readonly<Record<string, Explanation>> = {
  EADDRINUSE: {
    why: 'Another program already uses this port',
    next: 'To use a free port: edu-repo serve --port 0',
  },
  EADDRNOTAVAIL: {
    why: 'This machine does not have this address',
    next: 'Use an address of this machine, such as 127.0.0.1 or 0.0.0.0',
  },
  ENOTFOUND: { why: 'There is no host with this name', next: 'Check the spelling of the name or address' },
  EAI_AGAIN: { why: 'The host name could not be resolved', next: 'Check the name and the network' },
  EACCES: { why: 'Permission denied', next: 'Choose port 1024 or higher' },
};

interface SystemFacts {
  readonly path?: unknown;
  readonly hostname?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

/** The host or address of a network error; undefined for file errors. */
function networkAddress({ hostname, address, port }: SystemFacts): string | undefined {
  if (typeof hostname === 'string') return hostname;
  if (typeof address !== 'string') return undefined;
  return typeof port === 'number' && port > 0 ? `${address}:${port}` : address;
}

const exitCodeOf = (code: string): ExitCode => (code === 'EADDRINUSE' ? exitCodes.unreachable : exitCodes.error);

/** Explains a system error: the path or address, the reason, and what to do. */
export function explainSystemError(error: Error, code: string): Failure {
  // System errors of Node.js have these properties.
  const facts = error as SystemFacts;
  const address = networkAddress(facts);
  const explanation = address === undefined ? fileErrors[code] : networkErrors[code];
  const subject = address ?? (typeof facts.path === 'string' ? facts.path : undefined);
  return new Failure(
    exitCodeOf(code),
    {
      what: onOneLine(subject === undefined ? error.message : `${subject} cannot be used.`),
      why: `${explanation?.why ?? 'The operating system refused the operation'} (${code}).`,
      next: explanation?.next ?? 'Check the path or address, and try again',
    },
    { cause: error },
  );
}
