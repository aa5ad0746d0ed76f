/** Everything that comes, in its order. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The same for a source of bytes. */
export async function collectBytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await collect(source));
}
