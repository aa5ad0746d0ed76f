/** What work achieved in the time it had. */
export type Outcome<T> = { readonly result: T } | { readonly error: unknown } | 'too late';

/** Waits for work, but not longer than the milliseconds. Never rejects. The work continues, and its later result is dropped. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<Outcome<T>> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'too late'>((resolve) => {
    timer = setTimeout(() => resolve('too late'), milliseconds);
  });
  const outcome = work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  try {
    return await Promise.race([outcome, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
