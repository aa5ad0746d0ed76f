import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { systemErrorCode } from '../../src/base/errors/errors.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { startCommand } from '../faults/command-line.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import { homeAfterSignIn } from '../faults/look.ts';
import { loopDisk } from '../faults/loop-disk.ts';
import { report } from '../faults/report.ts';

const template = fileURLToPath(new URL('../../data-template/config.yaml', import.meta.url));
const points = 20;
const veryLong = 600_000;

/** Where `init` works, and how it is interrupted. */
interface Place {
  readonly folder: string;
  /** Called before the process is killed, and after. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

const faults: Readonly<Record<string, (context: TestContext) => Promise<Place>>> = {
  killed: async () => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const nothing = async (): Promise<void> => undefined;
    return { folder: path, cut: nothing, mend: nothing };
  },
  'cut off from power': async (context) => {
    const disk = await loopDisk(context, { system: 'ext4', megabytes: 512 });
    return { folder: disk.path, cut: disk.cutPower, mend: disk.mend };
  },
};

/** What an interrupted `init` left. */
async function stateOf(dataDirectory: string): Promise<'nothing' | 'a part' | 'all'> {
  try {
    const names = await readdir(dataDirectory);
    return names.includes('edu-repo.json') ? 'all' : 'a part';
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'nothing';
    throw error;
  }
}

/** How long an undisturbed `init` takes here and now, in milliseconds. */
async function timeOfInit(dataDirectory: string): Promise<number> {
  const start = performance.now();
  expect((await startCommand({ dataDirectory, password: 'unused' }, 'init')).exitCode).toBe(0);
  return performance.now() - start;
}

const firstPassword = 'of the interrupted one';
const secondPassword = 'of the second one';

/** Interrupts `init` after this time, or at once where it is done; resolves to what it left behind. */
async function interruptInit(place: Place, dataDirectory: string, milliseconds: number) {
  const init = startCommand({ dataDirectory, password: firstPassword }, 'init');
  await Promise.race([pause(milliseconds), init]);
  const answered = init.exitCode === 0;
  await place.cut();
  init.kill('SIGKILL');
  await init;
  await place.mend();
  const state = await stateOf(dataDirectory);
  if (answered) expect(state).toBe('all');
  return state;
}

/** The repository serves, lets its administrator in with this password, and takes changes. */
async function expectWorking(dataDirectory: string, password: string): Promise<void> {
  const daemon = await startDaemon({ dataDirectory, password: secondPassword });
  try {
    expect(await homeAfterSignIn(daemon.url, 'admin', password)).not.toBeNull();
    const target = { repository: '-home-', node: '-userhome-', type: 'ccm:map' };
    await daemon.client.createNode({ ...target, body: { 'cm:name': ['after'] } });
    expect((await stat(dataDirectory)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(dataDirectory, 'config.yaml'), 'utf8')).toBe(await readFile(template, 'utf8'));
  } finally {
    await daemon.stop();
  }
}

/** Interrupts one `init`, makes the repository all the same, and tries it. Resolves to what the first left behind. */
async function interruptAndRepeat(place: Place, dataDirectory: string, milliseconds: number, repeat: boolean) {
  const state = await interruptInit(place, dataDirectory, milliseconds);
  if (repeat) {
    const again = await startCommand({ dataDirectory, password: secondPassword }, 'init');
    expect(again.exitCode, again.stderr).toBe(0);
  }
  await expectWorking(dataDirectory, state === 'all' ? firstPassword : secondPassword);
  return state;
}

describe('An init that is interrupted', () => {
  test.for(Object.entries(faults))(
    '(%s) can be repeated, by init or by serve, at whatever point',
    async (row, context) => {
      const [name, makePlace] = row;
      const place = await makePlace(context);
      const whole = await timeOfInit(join(place.folder, 'undisturbed'));
      const states: string[] = [];
      for (let point = 1; point <= points; point += 1) {
        // The last one is not interrupted before it answered.
        const time = point === points ? veryLong : (whole * point) / points;
        states.push(await interruptAndRepeat(place, join(place.folder, `data ${point}`), time, point % 2 === 0));
      }
      const count = (wanted: string): number => states.filter((state) => state === wanted).length;
      const counts = ['nothing', 'a part', 'all'].map((state) => `${count(state)} left ${state}`);
      report(`init ${name} ${points} times: ${counts.join(', ')}`);
      expect(count('a part')).toBeGreaterThan(0);
    },
  );
});

describe('A lock that a power cut left half-made', () => {
  /** As LevelDB leaves it where nothing of its first manifest reached the disk. */
  async function leaveHalfOfLock(dataDirectory: string): Promise<void> {
    const lock = join(dataDirectory, 'lock');
    await rm(lock, { recursive: true, force: true });
    await mkdir(lock, { recursive: true });
    await writeFile(join(lock, 'CURRENT'), 'MANIFEST-000001\n');
    for (const name of ['LOCK', 'LOG', 'MANIFEST-000001', '000003.log']) await writeFile(join(lock, name), '');
  }

  test('is no obstacle for an init that is repeated', async () => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    await leaveHalfOfLock(path);
    await expectWorking(path, secondPassword);
  });

  test('is no obstacle for a repository that is complete', async () => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    expect((await startCommand({ dataDirectory: path, password: firstPassword }, 'init')).exitCode).toBe(0);
    await leaveHalfOfLock(path);
    await expectWorking(path, firstPassword);
  });
});
