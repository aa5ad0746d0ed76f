/** Prints a line of figures beside the test reports. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
