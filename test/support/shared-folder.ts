import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the names of these folders begin. The end of the run removes them. */
export const sharedPrefix = 'shared-';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * A folder that is made once in a run, by the test file that needs it first. Others copy it, and change nothing in it. It
 * takes its place when it is whole: where two files make it at once, one of the two is thrown away.
 */
export async function sharedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = join(tmpdir(), `${sharedPrefix}${name}`);
  if (await isThere(shared)) return shared;
  const own = await mkdtemp(join(tmpdir(), sharedPrefix));
  await make(own);
  await rename(own, shared).catch(async (error: unknown) => {
    await rm(own, { recursive: true, force: true });
    if (!(await isThere(shared))) throw error;
  });
  return shared;
}
