import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { asNodeId } from '../../base/ids.ts';
import { chosenRepository } from '../connection/chosen-repository.ts';
import { dataDirectoryOf } from '../connection/connect.ts';
import { makePrivateFolder, writePrivateFile } from '../files/private-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { stateFolder } from '../files/state-folder.ts';
import { terminalOf } from '../files/terminal.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { RepositoryNode } from './node.ts';

/** A node that the last search in this terminal has listed. */
interface NumberedHit {
  readonly id: string;
  /** Its repository, as it is written before an address. */
  readonly repository: string;
  /** Whether that is the chosen repository. */
  readonly isChosen: boolean;
}

/** The hit with a number. Throws a failure if there is none. */
export type HitFinder = (number: number) => NumberedHit;

type Place = Pick<Context, 'globals' | 'environment' | 'stdin' | 'output'>;

/** The hits that a terminal shows, as a file in the state folder of the user keeps them. */
interface LastHits {
  /** The repository, as it is written before an address. */
  readonly repository: string;
  /** The number of the first hit. */
  readonly first: number;
  /** The IDs of the hits; null for nodes in other repositories. */
  readonly ids: readonly (string | null)[];
}

/** The number of terminals whose hits are kept. */
const keptTerminals = 100;

const folderOf = ({ environment }: Place): string => join(stateFolder(environment), 'searches');

function fileOf(place: Place): string | undefined {
  const { stdout, stderr } = place.output;
  const terminal = terminalOf([place.stdin, stdout, stderr]);
  return terminal && join(folderOf(place), `${terminal}.json`);
}

/** The chosen repository, as it is written before an address. */
async function repositoryAt({ globals, environment }: Place): Promise<string> {
  const chosen = await chosenRepository(globals, environment);
  if (chosen.kind === 'local') return `[${await dataDirectoryOf(globals, environment)}]`;
  return chosen.name ?? `[${chosen.url.href}]`;
}

/** Deletes the files of the terminals that were searched in longest ago. */
async function forgetOldest(folder: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  if (paths.length <= keptTerminals) return;
  const files = await Promise.all(paths.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  const oldest = files.toSorted((one, other) => other.time - one.time).slice(keptTerminals);
  for (const { path } of oldest) await rm(path, { force: true });
}

/**
 * Keeps the hits that this terminal shows, numbered from `first`, so that `@2` is the address of one. Resolves with whether that was
 * possible.
 */
export async function keepHits(hits: readonly RepositoryNode[], first: number, context: Context): Promise<boolean> {
  const file = fileOf(context);
  if (file === undefined) return false;
  const ids = hits.map(({ ref }) => (ref.isHomeRepo === false ? null : ref.id));
  try {
    const kept: LastHits = { repository: await repositoryAt(context), first, ids };
    await makePrivateFolder(folderOf(context));
    await writePrivateFile(file, `${JSON.stringify(kept)}\n`);
  } catch (error) {
    context.output.detail(`The hits have no numbers, because they cannot be kept: ${messageOf(error)}`);
    return false;
  }
  // Another process may delete the same files.
  await forgetOldest(folderOf(context)).catch(() => undefined);
  return true;
}

const toSearch = 'To search: edu-repo search WORDS';

const noSearch = (why: string): Failure =>
  new Failure(exitCodes.notFound, { what: 'There is no list of hits in this terminal.', why, next: toSearch });

const damaged = (file: string): Failure =>
  new Failure(exitCodes.error, {
    what: `Cannot read the hits of the last search in ${file}.`,
    why: 'The file is damaged.',
    next: 'Search again, which replaces the file: edu-repo search WORDS',
  });

function parsed(text: string, file: string): LastHits {
  try {
    const { repository, first, ids } = JSON.parse(text) as Partial<LastHits>;
    const isId = (id: unknown): boolean => id === null || (typeof id === 'string' && asNodeId(id) !== undefined);
    if (typeof repository === 'string' && Number.isSafeInteger(first) && Array.isArray(ids) && ids.every(isId))
      return { repository, first: Number(first), ids };
  } catch {
    // Reported below.
  }
  throw damaged(file);
}

async function textOf(file: string): Promise<string> {
  try {
    return (await readRegularFile(file)).toString('utf8');
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw noSearch('@2 is the second hit of the last edu-repo search or recent in the same terminal.');
  }
}

function noSuchHit(number: number, { first, ids }: LastHits): Failure {
  const last = first + ids.length - 1;
  const range = first === last ? `@${first} only` : `@${first} to @${last}`;
  return new Failure(exitCodes.notFound, {
    what: `The last search in this terminal lists no hit @${number}.`,
    why: ids.length === 0 ? 'It found nothing.' : `It lists ${range}.`,
    next: 'Use one of these numbers, or search again with --limit or --skip',
  });
}

const inOtherRepository = (number: number): Failure =>
  new Failure(exitCodes.error, {
    what: `@${number} is in another repository.`,
    why: 'The search asked all connected repositories. Commands work only with nodes of their own repository.',
    next: 'To read it, add its repository as a remote: edu-repo remote add NAME URL',
  });

/** The hits that this terminal showed last. Rejects with a failure if there are none, or if the file is damaged. */
export async function readLastHits(place: Place): Promise<HitFinder> {
  const file = fileOf(place);
  if (file === undefined) throw noSearch('Numbers such as @2 work only in a terminal, and this command has none.');
  const hits = parsed(await textOf(file), file);
  // If the chosen repository is unknown, the hits are in another one.
  const chosen = await repositoryAt(place).catch(() => undefined);
  return (number) => {
    const id = hits.ids[number - hits.first];
    if (id === undefined) throw noSuchHit(number, hits);
    if (id === null) throw inOtherRepository(number);
    return { id, repository: hits.repository, isChosen: hits.repository === chosen };
  };
}
