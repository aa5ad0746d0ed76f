import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { skipWithout } from '../support/skip-policy.ts';
import { hasTool, runTool } from './run-tool.ts';

export type FileSystem = 'ext4' | 'xfs';

/** A file system of its own in an image file, mounted. It is unmounted and removed when the test ends. */
export interface LoopDisk {
  readonly path: string;
  /** Loses all that was not synced, as a power cut does. Nothing can be read or written until `mend`. */
  cutPower(): Promise<void>;
  /** Mounts it again after a cut; its journal is replayed. Nobody may use it at that moment. */
  mend(): Promise<void>;
}

const makers: Readonly<Record<FileSystem, readonly string[]>> = {
  ext4: ['mkfs.ext4', '-q', '-F', '-m', '0'],
  xfs: ['mkfs.xfs', '-q', '-f'],
};

async function newImage(path: string, megabytes: number): Promise<void> {
  const image = await open(path, 'wx');
  try {
    await image.truncate(megabytes * 1024 * 1024);
  } finally {
    await image.close();
  }
}

/** Why no image can be mounted here, or undefined where it can. */
async function reasonAgainst(system: FileSystem): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'it needs root';
  for (const tool of ['mount', 'losetup', 'xfs_io', `mkfs.${system}`]) {
    if (!(await hasTool(tool))) return `it needs the program ${tool} (packages xfsprogs, e2fsprogs, util-linux)`;
  }
  const systems = await readFile('/proc/filesystems', 'utf8');
  return new RegExp(`\\t${system}$`, 'm').test(systems) ? undefined : `the kernel has no ${system}`;
}

async function isMounted(path: string): Promise<boolean> {
  return (await readFile('/proc/mounts', 'utf8')).split('\n').some((line) => line.split(' ')[1] === path);
}

const mostTries = 300;

/** Makes and mounts a disk; leaves the test out where the machine does not allow it. */
export async function loopDisk(
  context: Pick<TestContext, 'skip'>,
  options: { readonly system: FileSystem; readonly megabytes: number },
): Promise<LoopDisk> {
  const { system, megabytes } = options;
  const reason = await reasonAgainst(system);
  if (reason !== undefined) skipWithout(context, `loop mount: ${reason}`);
  const folder = await temporaryFolder();
  const [image, path] = [join(folder.path, 'image'), join(folder.path, 'disk')];
  const unmount = async () => {
    // A process that the daemon had started ends a moment after it, and holds the disk until then.
    for (let left = mostTries; await isMounted(path); left -= 1) {
      const unmounted = await runTool('umount', path).then(
        () => true,
        (error: unknown) => {
          if (left === 0) throw error;
          return false;
        },
      );
      if (!unmounted) await pause(100);
    }
  };
  onTestFinished(async () => {
    await unmount();
    await rm(folder.path, { recursive: true, force: true });
  });
  await newImage(image, megabytes);
  const [maker = '', ...words] = makers[system];
  await runTool(maker, ...words, image);
  await mkdir(path);
  try {
    await runTool('mount', '-o', 'loop', image, path);
  } catch (error) {
    skipWithout(context, `loop mount: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    path,
    cutPower: async () => {
      await runTool('xfs_io', '-x', '-c', 'shutdown', path);
    },
    mend: async () => {
      await unmount();
      await runTool('mount', '-o', 'loop', image, path);
    },
  };
}
