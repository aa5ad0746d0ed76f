import { readFile } from 'node:fs/promises';

/** What a process has in memory, in bytes; undefined where the system does not tell, or the process has gone. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    // Only Linux has such files.
    return undefined;
  }
}
