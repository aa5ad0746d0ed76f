import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { measureAgainst } from './against.ts';
import { type Group, withBench } from './bench.ts';
import type { Line } from './line.ts';
import { archive } from './lines/archive.ts';
import { copy } from './lines/copy.ts';
import { create } from './lines/create.ts';
import { day } from './lines/day.ts';
import { deepPage } from './lines/deep-page.ts';
import { download } from './lines/download.ts';
import { get, list } from './lines/get.ts';
import { help } from './lines/help.ts';
import { importFolders } from './lines/import.ts';
import { pages } from './lines/pages.ts';
import { report } from './lines/report.ts';
import { rights } from './lines/rights.ts';
import { searchDaemon } from './lines/search-daemon.ts';
import { searchEngine, searchMillion } from './lines/search-engine.ts';
import { startUp } from './lines/start.ts';
import { transfer } from './lines/transfer.ts';
import { largeUpload } from './lines/upload.ts';
import { loadProgram } from './load.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { machineLoad, table, twinTable } from './report.ts';

/** Every group by the name that `--only` knows, in the order of measuring. */
const groups: Readonly<Record<string, Group>> = {
  get,
  list,
  start: startUp,
  upload: largeUpload,
  transfer,
  download,
  // Behind all that wants a repository of the size asked for.
  create,
  rights,
  'deep-page': deepPage,
  copy,
  help,
  report,
  search: searchEngine,
  'search-million': searchMillion,
  'search-daemon': searchDaemon,
  import: importFolders,
  archive,
  pages,
  day,
};

function chosen(only: BenchOptions['only']): [string, Group][] {
  const unknown = [...(only ?? [])].filter((name) => groups[name] === undefined);
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(', ')}.\n\n${usage}`);
  return Object.entries(groups).filter(([name]) => only?.has(name) ?? true);
}

async function measureAll(options: BenchOptions): Promise<Line[]> {
  const wanted = chosen(options.only);
  return withBench(options, async (bench) => {
    const lines: Line[] = [];
    for (const [name, group] of wanted) {
      console.error(`${name} … (load ${machineLoad().toFixed(2)})`);
      lines.push(...(await group(bench)));
    }
    return lines;
  });
}

async function main(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('The bench reads CPU time and memory from /proc: run it on Linux.');
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(usage);
    return;
  }
  const machine = {
    node: process.version,
    processor: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    load: [machineLoad()],
    loadFrom: loadProgram,
  };
  chosen(options.only);
  const { against } = options;
  const twins = against === undefined ? undefined : await measureAgainst(options, against);
  const lines = twins === undefined ? await measureAll(options) : [];
  machine.load.push(machineLoad());
  console.log(`${machine.processor}, Node.js ${machine.node}, requests by ${machine.loadFrom}`);
  console.log(`Load of the machine ${machine.load.map((load) => load.toFixed(2)).join(' before, ')} after.\n`);
  console.log(twins === undefined ? table(lines) : twinTable(twins));
  if (options.json !== undefined) {
    await writeFile(
      options.json,
      `${JSON.stringify({ machine, options: { ...options, only: undefined }, lines: twins ?? lines }, null, 2)}\n`,
    );
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Nothing more was measured; what was left behind is removed.');
  process.exitCode = 1;
}
