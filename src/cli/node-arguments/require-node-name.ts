import { nodeNameProblem } from '../../base/node-name.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/**
 * Throws a failure if no node can have this name. The server would store a name with a slash under another name, and a dry run
 * cannot ask it about a node in a folder that does not exist yet.
 */
export function requireNodeName(name: string): void {
  const what = nodeNameProblem(name);
  if (what === undefined) return;
  throw new Failure(exitCodes.error, {
    what,
    why: '400: no node can have this name.',
    next: 'Choose another name',
  });
}
