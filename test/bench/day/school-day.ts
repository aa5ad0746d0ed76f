import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createScryptPasswords } from '../../../src/adapters/system/scrypt-passwords.ts';
import type { NodeId } from '../../../src/base/ids.ts';
import { openSeams } from '../../../src/daemon/open-seams.ts';
import type { AccessControlList } from '../../../src/domain/access/acl.ts';
import type { ContentReference, NodeRecord } from '../../../src/domain/nodes/records.ts';
import type { Seams } from '../../../src/ports/seams.ts';
import type { BenchOptions } from '../options.ts';
import { type Repository, startRepository } from '../repository.ts';
import { createSchool, personName, wholeSchool } from '../school.ts';
import { settle } from '../settle.ts';
import { filled, newNodeIn, silent, writeNodes } from '../subtree.ts';
import { writeContents } from './contents.ts';
import { createTexts, type Texts } from './texts.ts';

/** What a school has before its day begins. */
export interface SchoolDay {
  /** All that every person may read and change. */
  readonly materials: readonly { readonly id: string; readonly folder: string }[];
  readonly people: readonly string[];
}

/** All people have it. Its hash is cheap to check, so that signing in costs what the server does for it. */
export const password = 'bench-day-password';

/** What material, people and queries follow from. */
export const seed = 13;

const perFolder = 60;
/** Every eighth folder is for one class alone: a search has to leave out what is in it. */
const hiddenEvery = 8;
/** Nodes with a list of their own, each another one. */
const ownLists = 1_000;
const foldersPerChange = 15;
const look = 500;
/** A busy machine needs many minutes for 100,000 nodes. */
const preparationTimeoutMs = 3_600_000;

const listFor = (authority: string, permission: string, inherits: boolean): AccessControlList => ({
  inherits,
  entries: [{ authority, permission }],
});

const isHidden = (folder: number): boolean => folder % hiddenEvery === hiddenEvery - 1;

function materialIn(
  folder: NodeRecord,
  number: number,
  texts: Texts,
  content: ContentReference | undefined,
): NodeRecord {
  const { 'cm:name': names = [], ...properties } = texts.properties(number);
  return { ...newNodeIn(folder.id, 'ccm:io', names[0] ?? ''), properties, content: content ?? null };
}

/** Folders with 60 materials each, all of which have one of the files. */
async function writeMaterials(seams: Seams, companyHome: NodeId, nodes: number): Promise<SchoolDay['materials']> {
  const texts = createTexts(seed);
  const contents = await writeContents(seams.content);
  const top = newNodeIn(companyHome, 'ccm:map', 'Material');
  await writeNodes(seams, [{ ...top, acl: listFor(wholeSchool.authorityName, 'Collaborator', true) }]);
  const materials: { id: string; folder: string }[] = [];
  let batch: NodeRecord[] = [];
  for (let number = 0; number * perFolder < nodes; number += 1) {
    const folder = newNodeIn(top.id, 'ccm:map', `Sammlung ${number + 1}`);
    const first = number * perFolder;
    const count = Math.min(perFolder, nodes - first);
    const inside = Array.from({ length: count }, (_, at) =>
      materialIn(folder, first + at, texts, contents[(first + at * 7) % contents.length]),
    );
    const acl = isHidden(number) ? listFor(`${wholeSchool.authorityName}-1-1-1-1`, 'Consumer', false) : null;
    batch.push({ ...folder, acl }, ...inside);
    if (!isHidden(number)) materials.push(...inside.map(({ id }) => ({ id, folder: folder.id })));
    if (number % foldersPerChange !== foldersPerChange - 1) continue;
    await writeNodes(seams, batch);
    batch = [];
  }
  await writeNodes(seams, batch);
  return materials;
}

/** Gives all of them the password. */
async function setPasswords(dataDirectory: string, people: readonly string[]): Promise<void> {
  const passwordHash = await createScryptPasswords({ cost: 2 ** 4 }).hash(password);
  const { store } = await openSeams(dataDirectory, false, silent);
  try {
    await store.change(async (change) => {
      for (const userName of people) {
        const person = await change.people.get(userName);
        if (person === undefined) throw new Error(`${userName} was not made.`);
        change.people.put(userName, { ...person, passwordHash });
      }
    });
  } finally {
    await store.close();
  }
}

/** Resolves when previews are made, texts are read and all can be found: none of that belongs to the day. */
async function untilPrepared(repository: Repository): Promise<void> {
  for (;;) {
    await settle(repository, preparationTimeoutMs);
    const { previews, texts } = await repository.asAdmin.getStatus();
    if (previews.waiting === 0 && texts.waiting === 0) return settle(repository);
    await sleep(look);
  }
}

async function serving(dataDirectory: string, work: (repository: Repository) => Promise<void>): Promise<void> {
  const repository = await startRepository({ dataDirectory });
  try {
    await work(repository);
    await untilPrepared(repository);
  } finally {
    await repository.close();
  }
}

async function prepare(dataDirectory: string, { nodes, people: count }: BenchOptions): Promise<SchoolDay> {
  const materials = await filled(dataDirectory, (seams, companyHome) => writeMaterials(seams, companyHome, nodes));
  const people = Array.from({ length: count - 1 }, (_, at) => personName(at));
  const step = Math.max(1, Math.floor(materials.length / ownLists));
  const withLists = materials.filter((_, at) => at % step === 0).slice(0, ownLists);
  const ids = withLists.map(({ id }) => id);
  await serving(dataDirectory, (repository) => createSchool(repository, count, ids));
  await setPasswords(dataDirectory, people);
  return { materials, people };
}

/** A school in a new data directory, made where `fixtures` has none of this size. */
export async function openSchoolDay(
  options: BenchOptions,
  fixtures: string,
  dataDirectory: string,
): Promise<SchoolDay> {
  const made = join(fixtures, `day-${options.nodes}-${options.people}`);
  const list = join(made, 'school.json');
  if (!existsSync(list)) {
    // A run that was interrupted may have left a part of one.
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true });
    const school = await prepare(join(made, 'data'), options);
    await writeFile(list, JSON.stringify(school));
  }
  await cp(join(made, 'data'), dataDirectory, { recursive: true });
  // It was written here just before, as a SchoolDay.
  return JSON.parse(await readFile(list, 'utf8')) as SchoolDay;
}
