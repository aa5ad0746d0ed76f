import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, cores, type Group } from '../bench.ts';
import { programs } from '../child.ts';
import type { Measurement } from '../figures.ts';
import { type Line, plainLine, type Wanted } from '../line.ts';
import { loopDelayOf } from '../loop-delay.ts';
import { drawn } from '../material.ts';
import { memoryOf } from '../process-figures.ts';
import { documentBatches, typedQueries } from '../processes/search-documents.mjs';
import { createPerson, pupil, type Repository, startRepository, teacher, teacherAuthority } from '../repository.ts';
import { isLevel, settle, untilMemoryIsReturned } from '../settle.ts';
import { createLibrary, type Library, libraryProperties } from '../subtree.ts';
import { together } from '../together.ts';
import { againstHello, below } from './get.ts';
import { passageLines, suggestionLines } from './typing.ts';

const repository = '-home-';
const requests = 100_000;
/** What one person types, one request after the other. */
const typing = 1_000;
const indexedAtOnce = 10_000;
const perFolder = 100;
const look = 20;
const megabyte = 1_048_576;

const atMost = (value: number): Wanted => ({ comparison: 'at most', value });

/** Runs a server on the library alone, on the core of servers. */
async function serving<T>(
  bench: Bench,
  dataDirectory: string,
  work: (subject: Repository) => Promise<T>,
  preload?: string,
): Promise<T> {
  const { profile } = bench.options;
  const subject = await startRepository({
    dataDirectory,
    core: cores.server,
    profile,
    ...(preload === undefined ? {} : { preload }),
  });
  try {
    await settle(subject);
    return await work(subject);
  } finally {
    await subject.close();
  }
}

/** The people whose calls are measured; what is in the library the teacher may read by one list above it all. */
async function admit(subject: Repository, { folder }: Library): Promise<void> {
  await createPerson(subject, teacher);
  await createPerson(subject, pupil);
  const permissions = [{ authority: teacherAuthority, permission: 'Consumer' }];
  await subject.asAdmin.setPermissions({ repository, node: folder, body: { inherited: true, permissions } });
  await settle(subject);
}

/** Searches as people type them, then GETs, and what the server holds in memory when it has nothing more to do. */
async function readingLines(bench: Bench, subject: Repository, { materials }: Library): Promise<Line[]> {
  const count = materials.length.toLocaleString('en');
  const typed = typedQueries(requests).map((text) => encodeURIComponent(text));
  const searches = await againstHello(bench, {
    name: `search in ${count} nodes: words as people type them (Zipf), 10 nodes a page`,
    paths: typed.map((text) => below(subject.url, `/node/v1/nodes/-home-?query=${text}&maxItems=10`)),
    repository: subject,
    firstRate: 1_000,
    wanted: { comparison: 'at least', value: 0.25 },
  });
  const words = typedQueries(typing);
  const passages = await passageLines(subject, words, count);
  const suggestions = await suggestionLines(subject, words, count);
  const paths = drawn(materials, requests).map((id) => below(subject.url, `/node/v1/nodes/-home-/${id}/metadata`));
  await againstHello(bench, { name: 'GETs after searches', paths, repository: subject });
  await settle(subject);
  await sleep(untilMemoryIsReturned);
  const resident = (memoryOf(subject.server.pid)?.resident ?? Number.NaN) / megabyte;
  const title = `memory at rest after a start, searches and GETs, ${count} nodes`;
  return [
    searches,
    ...passages,
    ...suggestions,
    plainLine(title, 'MB', [{ value: resident }], { wanted: atMost(300) }),
  ];
}

/** How long others are held up while something is done that has to be indexed, until all of it can be found. */
async function delayWhile(subject: Repository, work: () => Promise<unknown>): Promise<Measurement> {
  const loopDelay = loopDelayOf(subject.server);
  await loopDelay();
  await work();
  while (!(await isLevel(subject))) await sleep(look);
  return { value: await loopDelay() };
}

async function createAll(subject: Repository, folder: string): Promise<void> {
  const folders: string[] = [];
  await together(indexedAtOnce / perFolder, async (at) => {
    const body = { 'cm:name': [`Neu ${at}`] };
    const { node } = await subject.asAdmin.createNode({ repository, node: folder, type: 'ccm:map', body });
    folders.push(node.ref.id);
  });
  const documents = [...documentBatches(indexedAtOnce)].flat();
  await together(documents.length, async (at) => {
    const document = documents[at];
    if (document === undefined) return;
    const body = { 'cm:name': [`Blatt ${at}.pdf`], ...libraryProperties(document) };
    const node = folders[Math.floor(at / perFolder)] ?? folder;
    await subject.asAdmin.createNode({ repository, node, type: 'ccm:io', body });
  });
}

async function indexingLines(subject: Repository, { folder }: Library): Promise<Line[]> {
  const wanted: Wanted = { comparison: 'below', value: 20 };
  const made = await delayWhile(subject, () => createAll(subject, folder));
  return [
    plainLine(
      `event-loop delay while ${indexedAtOnce.toLocaleString('en')} nodes are made and indexed, p99`,
      'ms',
      [made],
      {
        wanted,
      },
    ),
  ];
}

/** Searching through HTTP in a repository of its own, whose words occur as often as words do, and what the index costs the server. */
export const searchDaemon: Group = async (bench) => {
  await bench.stopRepository();
  const dataDirectory = join(bench.folder, 'library');
  const library = await createLibrary(dataDirectory, bench.options.nodes);
  const from = performance.now();
  // The first start indexes everything; the second one finds it done, as every later one does.
  const indexed = await serving(bench, dataDirectory, async (subject) => {
    const milliseconds = performance.now() - from;
    await admit(subject, library);
    return { value: library.materials.length / (milliseconds / 1000) };
  });
  return [
    plainLine('indexing all nodes at a start', '1/s', [indexed]),
    ...(await serving(bench, dataDirectory, (subject) => readingLines(bench, subject, library))),
    ...(await serving(bench, dataDirectory, (subject) => indexingLines(subject, library), programs.loopDelay)),
  ];
};
