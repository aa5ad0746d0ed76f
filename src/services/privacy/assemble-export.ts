import { Readable } from 'node:stream';
import type { CommentRecord, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { type ArchivePaths, createArchivePaths, fileNameOf } from '../../domain/privacy/archive-paths.ts';
import type { ExportArea } from '../../domain/privacy/export-areas.ts';
import {
  type ExportForm,
  type ExportOptions,
  exportFileName,
  exportFormOf,
} from '../../domain/privacy/export-options.ts';
import { describedComment, describedFeedback, describedUsage } from '../../domain/privacy/exported-contribution.ts';
import { germanDate } from '../../domain/privacy/german-times.ts';
import type { IndexLink } from '../../domain/privacy/index-pages.ts';
import type { UsageRecord } from '../../domain/usages/usage.ts';
import { type Archive, MissingContent } from '../../ports/archive-writer.ts';
import type { Seams } from '../../ports/seams.ts';
import { ArchiveIndex } from './archive-index.ts';
import type { AssembledExport } from './deliver-export.ts';
import { filesOf, jsonLabel, type LabelledFile, type NodeFileParts, prettyJson } from './node-files.ts';
import { type Contribution, contributionsBy } from './own-contributions.ts';
import { createReportCollector, type ReportCollector, type ReportParts } from './report-data.ts';
import { type SelectionParts, selectNodes } from './select-nodes.ts';

/** Creates the file with the data of a person. Rejects if `isStopped` becomes true. */
export type AssembleExport = (person: PersonRecord, isStopped: () => boolean) => Promise<AssembledExport>;

interface AssemblyParts
  extends SelectionParts,
    ReportParts,
    NodeFileParts,
    Pick<Seams, 'archiveWriter' | 'reportWriter'> {
  readonly rights: SelectionParts['rights'] & ReportParts['rights'];
}

type AssemblyOptions = Pick<ExportOptions, 'metadata' | 'binaries' | 'summary' | 'fileName' | 'links'>;
type ArchiveForm = Extract<ExportForm, { kind: 'archive' }>;

interface Assembly {
  readonly person: PersonRecord;
  readonly at: Date;
  readonly isStopped: () => boolean;
}

const reportTitle = 'Auskunft über personenbezogene Daten';
const reportPath = 'report/report.pdf';

/** With more damaged contents than this, the disk is at fault, and the export fails. */
const maxLeftOut = 20;

function requireRunning({ isStopped }: Assembly): void {
  if (isStopped()) throw new Error('The server is stopping. The export is created after the next start.');
}

async function pdfOf(
  { reportWriter }: AssemblyParts,
  report: ReportCollector,
  { links }: AssemblyOptions,
  createdAt: Date,
): Promise<Uint8Array> {
  const view = await report.view(links);
  return reportWriter.write({ title: reportTitle, language: 'de-DE', createdAt, view });
}

/** The report alone, without an archive. */
async function assembleReport(
  parts: AssemblyParts,
  options: AssemblyOptions,
  assembly: Assembly,
): Promise<Omit<AssembledExport, 'name'>> {
  const { person, at } = assembly;
  const report = createReportCollector(parts, person);
  for await (const selected of selectNodes(parts, person, createArchivePaths())) {
    requireRunning(assembly);
    await report.node(selected);
  }
  for await (const contribution of contributionsBy(parts, person)) report.contribution(contribution);
  const pdf = await pdfOf(parts, report, options, at);
  return { mimeType: 'application/pdf', open: () => Readable.from([pdf]), dispose: async () => undefined };
}

/** The German names of contributions whose node the person may not read. */
const contributionNames = { comment: 'Kommentar', feedback: 'Feedback', usage: 'Verwendung' } as const;

function describedContribution({ area, material, record }: Contribution) {
  switch (area) {
    case 'comment':
      return describedComment(record as CommentRecord, material);
    case 'feedback':
      return describedFeedback(record as FeedbackRecord, material);
    case 'usage':
      return describedUsage(record as UsageRecord, material);
  }
}

/** Writes the entries of one archive. */
class ArchiveAssembly {
  readonly #parts: AssemblyParts;
  readonly #options: AssemblyOptions;
  readonly #form: ArchiveForm;
  readonly #assembly: Assembly;
  readonly #archive: Archive;
  readonly #leftOut: ReadonlySet<string>;
  readonly #index: ArchiveIndex;
  readonly #report: ReportCollector;
  readonly #paths: ArchivePaths = createArchivePaths();

  constructor(
    parts: AssemblyParts,
    options: AssemblyOptions,
    assembly: Assembly,
    target: { readonly form: ArchiveForm; readonly archive: Archive; readonly leftOut: ReadonlySet<string> },
  ) {
    this.#parts = parts;
    this.#options = options;
    this.#assembly = assembly;
    this.#form = target.form;
    this.#archive = target.archive;
    this.#leftOut = target.leftOut;
    this.#index = new ArchiveIndex(target.archive, assembly.at);
    this.#report = createReportCollector(parts, assembly.person);
  }

  async write(): Promise<void> {
    const { person, at } = this.#assembly;
    for await (const selected of selectNodes(this.#parts, person, this.#paths)) {
      requireRunning(this.#assembly);
      await this.#report.node(selected);
      const { area, name, folder } = selected;
      await this.#entry(area, name, folder, filesOf(this.#parts, selected, this.#form, person.userName));
    }
    for await (const contribution of contributionsBy(this.#parts, person)) {
      requireRunning(this.#assembly);
      this.#report.contribution(contribution);
      if (this.#form.metadata) await this.#contribution(contribution);
    }
    if (this.#form.report) {
      const bytes = await pdfOf(this.#parts, this.#report, this.#options, at);
      await this.#archive.add({ path: reportPath, modifiedAt: at, bytes });
    }
    const personName = `${person.firstName} ${person.lastName}`.trim() || person.userName;
    await this.#index.finish({
      ...{ person: personName, date: germanDate(at), report: this.#form.report ? reportPath : undefined },
    });
  }

  async #entry(
    area: ExportArea,
    name: string,
    folder: string,
    files: AsyncIterable<LabelledFile> | Iterable<LabelledFile>,
  ): Promise<void> {
    const links: IndexLink[] = [];
    for await (const { label, file } of files) {
      if (this.#leftOut.has(file.path)) continue;
      await this.#archive.add(file);
      links.push({ label, path: file.path });
    }
    if (links.length > 0) await this.#index.add(area, { name, folder, links });
  }

  async #contribution({ area, material, at, record }: Contribution): Promise<void> {
    const name = material || contributionNames[area];
    const folder = this.#paths.folderFor(area, name);
    const described = describedContribution({ area, material, at, record });
    const path = `${folder}/${fileNameOf(name)}.json`;
    const file = { path, modifiedAt: new Date(at), bytes: prettyJson(described) };
    await this.#entry(area, name, folder, [{ label: jsonLabel, file }]);
  }
}

/** Writes an archive without these contents. */
async function assembleArchive(
  parts: AssemblyParts,
  options: AssemblyOptions,
  assembly: Assembly,
  target: { readonly form: ArchiveForm; readonly leftOut: ReadonlySet<string> },
): Promise<Omit<AssembledExport, 'name'>> {
  const archive = await parts.archiveWriter.open();
  try {
    await new ArchiveAssembly(parts, options, assembly, { ...target, archive }).write();
    const finished = await archive.finish();
    return { mimeType: 'application/zip', open: () => finished.read(), dispose: () => finished.remove() };
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/** Leaves out contents that are damaged, or that were deleted while the archive was written. */
async function assembleIntactArchive(
  parts: AssemblyParts,
  options: AssemblyOptions,
  assembly: Assembly,
  form: ArchiveForm,
): Promise<Omit<AssembledExport, 'name'>> {
  const leftOut = new Set<string>();
  for (;;) {
    try {
      return await assembleArchive(parts, options, assembly, { form, leftOut });
    } catch (error) {
      if (!(error instanceof MissingContent) || leftOut.has(error.path) || leftOut.size >= maxLeftOut) throw error;
      const { userName: person } = assembly.person;
      parts.log.warn('A content is missing or damaged. The data export leaves it out.', { person, file: error.path });
      leftOut.add(error.path);
    }
  }
}

export function createAssembleExport(parts: AssemblyParts, options: AssemblyOptions): AssembleExport {
  return async (person, isStopped) => {
    const form = exportFormOf(options);
    if (form === undefined) throw new Error('All parts of data exports are switched off.');
    const assembly = { person, at: parts.clock.now(), isStopped };
    const assembled =
      form.kind === 'report'
        ? await assembleReport(parts, options, assembly)
        : await assembleIntactArchive(parts, options, assembly, form);
    return { ...assembled, name: exportFileName(options.fileName, form, assembly.at) };
  };
}
