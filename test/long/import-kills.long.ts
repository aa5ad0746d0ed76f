import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import {
  dataDirectoryIn,
  importWithKills,
  type KillTarget,
  killTargets,
  randomNumbers,
  startClient,
} from '../faults/kill-import.ts';
import { report } from '../faults/report.ts';
import { filesBelow } from '../support/files-below.ts';
import { importedTree, type ManyItems, manySources } from '../support/killed-imports.ts';

/** EDU_IMPORT_KILLS=50 kills more often; EDU_IMPORT_KILLS_OF=sync only imports of this name; EDU_IMPORT_KILLS_SEED repeats an earlier run, as far as the machine allows. */
const kills = Number(process.env['EDU_IMPORT_KILLS'] ?? 10);
const seed = Number(process.env['EDU_IMPORT_KILLS_SEED'] ?? randomInt(2 ** 31));
const only = process.env['EDU_IMPORT_KILLS_OF'];
const killsOfRun = 2;

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await mkdir(join(folder.path, 'tmp'));
  return folder.path;
}

/** A source, what an import in one go makes of it, and how long that takes. */
interface Reference {
  readonly source: ManyItems;
  readonly tree: readonly string[];
  readonly ms: number;
}

async function referenceOf(source: ManyItems): Promise<Reference> {
  const folder = await emptyFolder();
  const daemon = await startDaemon({ dataDirectory: dataDirectoryIn(folder) });
  try {
    const start = performance.now();
    const { exitCode, stderr } = await startClient(folder, source.words);
    const ms = performance.now() - start;
    expect(exitCode, stderr).toBe(0);
    return { source, tree: await importedTree(daemon.client), ms };
  } finally {
    await daemon.stop();
  }
}

/** The first lines that only one of two trees has. A node that is there twice counts as one too many. */
function differences(expected: readonly string[], actual: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of expected) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of actual) left.set(line, (left.get(line) ?? 0) - 1);
  const lines = [...left].flatMap(([line, count]) =>
    count === 0 ? [] : [`${count > 0 ? 'missing' : 'too many'}: ${line}`],
  );
  return lines.slice(0, 6);
}

/** Imports a source with up to two kills, and compares. Resolves to the kills that met the import. */
async function killAndCompare(
  { source, tree, ms }: Reference,
  most: number,
  random: () => number,
): Promise<readonly KillTarget[]> {
  const folder = await emptyFolder();
  let left = most;
  const next = () => {
    left -= 1;
    const target = killTargets[Math.floor(random() * killTargets.length)] ?? 'both';
    const afterMs = (0.1 + 0.9 * random()) * ms;
    return left < 0 ? undefined : { target, afterMs };
  };
  const { met, daemon } = await importWithKills({ folder, words: source.words }, next);
  try {
    const context = `${source.name} after ${met.join(', ')} (seed ${seed})`;
    expect(differences(tree, await importedTree(daemon.client)), context).toEqual([]);
    const again = await startClient(folder, source.words);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(differences(tree, await importedTree(daemon.client)), `${context}, and imported again`).toEqual([]);
    expect(await filesBelow(join(dataDirectoryIn(folder), 'content', 'tmp'))).toEqual([]);
  } finally {
    await daemon.stop();
  }
  return met;
}

test('an import that is killed at any moment and resumed ends with the same tree as in one go', async () => {
  report(`imports: seed ${seed}`);
  const random = randomNumbers(seed);
  const references: Reference[] = [];
  for (const make of manySources) {
    const source = await make();
    if (only === undefined || source.name === only) references.push(await referenceOf(source));
  }
  const met: KillTarget[] = [];
  for (let run = 0; met.length < kills; run += 1) {
    const reference = references[run % references.length];
    if (reference === undefined || run > 3 * kills) break;
    met.push(...(await killAndCompare(reference, Math.min(killsOfRun, kills - met.length), random)));
  }
  const counts = killTargets.map((target) => `${target} ${met.filter((one) => one === target).length}`);
  const items = references.reduce((sum, { tree }) => sum + tree.length, 0);
  report(
    `imports: ${items} nodes of ${references.length} sources, killed ${met.length} times (${counts.join(', ')}), 0 lost or doubled`,
  );
  expect(met).toHaveLength(kills);
});
