import { readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks in a second: Linux tells process times in these, whatever the kernel's own timer. */
const ticksPerSecond = 100;

/** CPU seconds that a process has used so far, in user and kernel mode, with all its threads. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in brackets and may itself have spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export interface Memory {
  /** In bytes, now. */
  readonly resident: number;
  /** How much of it are pages of files that are mapped: the program, and the tables of LevelDB. The kernel may drop them at any time. */
  readonly ofFiles: number;
  /** In bytes, the highest since the start or since `forgetPeak`. */
  readonly peak: number;
}

/** The memory of a process; undefined when it has ended. */
export function memoryOf(pid: number): Memory | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended between two looks.
    return undefined;
  }
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  const [resident, ofFiles, peak] = [kilobytes('VmRSS'), kilobytes('RssFile'), kilobytes('VmHWM')];
  // A process that has ended and was not yet waited for has no memory.
  return Number.isNaN(resident) ? undefined : { resident: resident * 1024, ofFiles: ofFiles * 1024, peak: peak * 1024 };
}

/** Lets the kernel count the peak of a process anew. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
