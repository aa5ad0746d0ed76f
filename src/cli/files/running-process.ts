import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** Whether a process with this ID runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

/** Whether a process with this ID runs this program. Where the system does not tell, any process counts. */
export function runsThisProgram(pid: number): boolean {
  if (!isRunning(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('edu-repo');
  } catch (error) {
    // Only Linux has these files. A process that has ended meanwhile has none either.
    return process.platform !== 'linux' || systemErrorCode(error) !== 'ENOENT';
  }
}
