import { afterEach, beforeEach, expect } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import type { OpenRepository } from '../../src/daemon/open.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { anna, basic } from './people.ts';
import { newSchoolDirectory, type Overrides, openDirectory, removeFolder, serveDirectory } from './repository.ts';
import { makeFile, namesIn } from './trees.ts';

type Opened = OpenRepository | RunningServer;

/** A complete data directory of each test's own, with Anna in it, and what the test opens there. */
export interface GivenDirectory {
  readonly path: string;
  readonly paths: ReturnType<typeof dataPaths>;
  open(): Promise<OpenRepository>;
  serve(overrides?: Overrides): Promise<RunningServer>;
  /** Opens the repository for one piece of work as Anna, and closes it again. */
  asAnna<T>(work: (anna: Client) => Promise<T>): Promise<T>;
  /** Sees to it that what was opened elsewhere is closed, too. */
  track<T extends Opened>(opening: Promise<T>): Promise<T>;
  closeAll(): Promise<void>;
  /** Anna signs in, and what she makes is listed. */
  expectWorking(): Promise<void>;
}

/** To be called at the top of a test file. What a test has opened is closed after it, and its directory removed. */
export function useDataDirectory(): GivenDirectory {
  let path = '';
  let opened: Opened[] = [];

  const closeAll = async (): Promise<void> => {
    const all = opened;
    opened = [];
    for (const each of all) await each.close();
  };

  const track = async <T extends Opened>(opening: Promise<T>): Promise<T> => {
    const result = await opening;
    opened.push(result);
    return result;
  };

  const open = (): Promise<OpenRepository> => track(openDirectory(path));

  const asAnna = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const { send } = await open();
    const result = await work(createClient(send, () => basic(anna)));
    await closeAll();
    return result;
  };

  beforeEach(async () => {
    path = await newSchoolDirectory();
  });
  afterEach(async () => {
    await closeAll();
    await removeFolder(path);
  });

  return {
    get path() {
      return path;
    },
    get paths() {
      return dataPaths(path);
    },
    open,
    serve: (overrides = {}) => track(serveDirectory(path, overrides)),
    asAnna,
    track,
    closeAll,
    expectWorking: () =>
      asAnna(async (client) => {
        const { name } = await makeFile(client, 'works');
        expect(await namesIn(client, '-userhome-')).toContain(name);
      }),
  };
}

/** How the work failed. Fails where it succeeded. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error('This should have failed.');
}
