import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clipped } from '../../base/clipped.ts';
import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { cleanedName } from '../../base/node-name.ts';
import {
  type FileImportReport,
  type ImportProblem,
  itemResults,
  type ReportedItem,
} from '../../domain/harvests/file-import.ts';
import type { ImportUploads } from '../../ports/import-uploads.ts';
import { reasonLines, resultOf, resultOfCode } from './import-outcome.ts';
import type { EndedProcess } from './import-process.ts';
import { createImportProcesses, type ImportRunnerOptions } from './import-runner.ts';

const shownItems = 20;
const shownProblems = 100;
const maxText = 400;

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? clipped(value, maxText) : '');

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Advice that names commands and options helps nobody who sees a page. */
const isForTerminal = (text: string): boolean => /\bedu-repo \w|(?:^|\s)--\w/.test(text);

function problemOf({ severity, column, why, next }: Json): ImportProblem {
  const advice = textOf(next);
  return {
    severity: severity === 'error' ? 'error' : 'warning',
    column: typeof column === 'string' ? textOf(column) : null,
    why: textOf(why),
    next: advice === '' || isForTerminal(advice) ? null : advice,
  };
}

function itemOf({ result, where, node, path, about, problems }: Json): ReportedItem {
  const { title, link, file, type, licence } = isObject(about) ? about : {};
  return {
    result: itemResults.find((each) => each === result) ?? 'failed',
    where: textOf(where),
    node: typeof node === 'string' ? node : null,
    name: textOf(path).split('/').at(-1) ?? '',
    ...{ title: textOf(title), link: textOf(link), file: textOf(file), type: textOf(type), licence: textOf(licence) },
    problems: (Array.isArray(problems) ? problems : []).filter(isObject).map(problemOf),
  };
}

/** Undefined for a line that is not written to its end. */
function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

/** The items in a report of an import in JSON lines. The last line may still be incomplete, and a report may not have begun. */
async function* itemsIn(report: string): AsyncGenerator<ReportedItem> {
  const file = await open(report).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return;
  try {
    for await (const line of file.readLines()) {
      const item = parsed(line);
      if (item === undefined) return;
      yield itemOf(item);
    }
  } finally {
    await file.close();
  }
}

async function reportOf(ended: EndedProcess, report: string): Promise<FileImportReport> {
  const counts = { ...Object.fromEntries(itemResults.map((result) => [result, 0])), warnings: 0 } as Record<
    keyof FileImportReport['counts'],
    number
  >;
  const [items, problems]: [ReportedItem[], ReportedItem[]] = [[], []];
  for await (const item of itemsIn(report)) {
    counts[item.result] += 1;
    const hasProblems = item.problems.length > 0;
    if (hasProblems && item.result !== 'failed' && item.result !== 'skipped') counts.warnings += 1;
    if (items.length < shownItems) items.push(item);
    if (hasProblems && problems.length < shownProblems) problems.push(item);
  }
  const { sources } = resultOf(ended.stdout);
  const source: unknown = Array.isArray(sources) ? sources[0] : undefined;
  const { kind, understoodAs } = isObject(source) ? source : {};
  const outcome = resultOfCode(ended);
  const reasons = reasonLines(ended).filter((line) => !isForTerminal(line));
  return {
    outcome,
    reason: outcome === 'failed' ? clipped(reasons.join(' '), maxText) : null,
    kind: textOf(kind) || null,
    understoodAs: textOf(understoodAs) || null,
    ...{ counts, items, problems },
  };
}

/** The name that a file has in its folder. Some browsers send the path of the person's computer. */
const nameOf = (name: string): string => cleanedName(name.split(/[/\\]/).at(-1) ?? '').replace(/^\.+/, '') || 'import';

/** Passes the bytes on, and rejects with `TooLarge` when there are too many. */
const upTo = (maxBytes: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > maxBytes)
        throw new RepositoryError(
          'TooLarge',
          `A file that is imported this way may have at most ${maxBytes / 1e6} MB. Import it with edu-repo import, or divide it.`,
        );
      yield chunk;
    }
  };

/** Keeps the files that people import in `folder`, and imports them with `edu-repo import`. */
export function createImportUploads({ url, folder }: Pick<ImportRunnerOptions, 'url'> & { readonly folder: string }) {
  const root = resolve(folder);
  const runProcess = createImportProcesses({ url, stateFolder: root, allowPrivate: false });
  const sourceFolder = (id: string): string => join(root, id, 'source');
  const reportFile = (id: string): string => join(root, id, 'report.jsonl');
  const uploads: ImportUploads = {
    clear: () => rm(root, { recursive: true, force: true }),
    async keep(id, { name, bytes }, maxBytes) {
      if (url() === undefined)
        throw new RepositoryError('Unavailable', 'Imports run only in a server. Start one first.');
      await mkdir(sourceFolder(id), { recursive: true, mode: 0o700 });
      const file = join(sourceFolder(id), nameOf(name));
      await pipeline(bytes, upTo(maxBytes), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
      return basename(file);
    },
    async run({ fileName, options, ...job }, signal) {
      await rm(reportFile(job.id), { force: true });
      // Many lists have the same name and the same numbers of rows.
      const words = [...options, '--this-folder-only', `--report=${reportFile(job.id)}`];
      const source = { source: fileName, sourceFolder: sourceFolder(job.id) };
      return reportOf(await runProcess({ ...job, ...source, options: words }, signal), reportFile(job.id));
    },
    items: (id) => itemsIn(reportFile(id)),
    remove: (id) => rm(join(root, id), { recursive: true, force: true }),
  };
  return uploads;
}
