/** Calls on their way at a time. */
const width = 32;

/** Does the work for each number from 0 up to `count`, several at a time. */
export async function together(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const runner = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, runner));
}
