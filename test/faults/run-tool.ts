import { execa } from 'execa';

/** Runs a tool of the system; resolves to its stdout. Rejects with its stderr where it fails. */
export async function runTool(file: string, ...words: string[]): Promise<string> {
  return (await execa(file, words)).stdout;
}

/** Whether a tool of the system is there. */
export async function hasTool(file: string): Promise<boolean> {
  return (await execa('which', [file], { reject: false })).exitCode === 0;
}
