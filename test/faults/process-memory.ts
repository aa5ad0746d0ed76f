import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'vitest';
import { skipWithout } from '../support/skip-policy.ts';

/** Leaves the test out where the system does not tell what memory its processes take. */
export function requireProcessMemory(context: Pick<TestContext, 'skip'>): void {
  if (!existsSync('/proc/self/status')) skipWithout(context, '/proc; run it on Linux');
}

const fieldOf = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;

const statusOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/status`, 'utf8');

/** What a process takes now, in bytes. Its peak counts anew from here. */
export async function residentBytes(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return fieldOf(await statusOf(pid), 'VmRSS');
}

/** The most that a process ever took, in bytes. */
export const peakBytes = async (pid: number): Promise<number> => fieldOf(await statusOf(pid), 'VmHWM');

/** The same of a process that will end: what was seen last, a few milliseconds before. */
export async function peakBytesAtEnd(pid: number): Promise<number> {
  let peak = 0;
  for (;;) {
    const status = await statusOf(pid).catch(() => '');
    const seen = fieldOf(status, 'VmHWM');
    // A process that ended keeps its entry for a moment, without any memory.
    if (Number.isNaN(seen)) return peak;
    peak = seen;
    await pause(10);
  }
}
