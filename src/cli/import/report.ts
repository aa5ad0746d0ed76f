import { onOneLine } from '../print/printable.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import type { RowResult } from '../upload/file-row.ts';
import type { ItemProblem, ItemSummary } from './item.ts';

/** What became of an item. */
export const results = ['created', 'changed', 'already there', 'skipped', 'failed'] as const;
export type ItemResult = (typeof results)[number];

/** What became of an item, by what its upload did. */
export const asResult = ({ outcome, metadataChanged }: RowResult): ItemResult => {
  if (outcome === 'differing') return 'skipped';
  if (outcome === 'unchanged') return metadataChanged ? 'changed' : 'already there';
  return outcome === 'replaced' ? 'changed' : 'created';
};

/** Why an item was skipped. */
export const leftAsItIs: ItemProblem = {
  severity: 'warning',
  why: 'It exists already, and was left as it is.',
  next: 'To change it: --if-exists update, or --if-exists version.',
};

/** What a report says about one item. */
export interface ReportedItem {
  readonly result: ItemResult;
  /** The source, as typed. */
  readonly source: string;
  /** Where the item stands in its source. */
  readonly where: string;
  /** Where it is in the repository, or would be. */
  readonly path: string;
  /** The ID of its node; null if there is none. */
  readonly node: string | null;
  /** Why it failed or was skipped, and what of it was not stored. */
  readonly problems: readonly ItemProblem[];
  /** Undefined for the files of a folder. */
  readonly about?: ItemSummary;
}

const shownProblems = 10;
/** The number of items with problems that `-o json` returns. */
const keptItems = 100;
/** The number of nodes in `lastNodes`: the default number of files that are uploaded at a time. */
const askedNodes = 4;
/** The number of different problems that are counted. */
const countedProblems = 1_000;

const problemText = ({ column, why, next = '' }: ItemProblem): string =>
  onOneLine(`${column === undefined ? '' : `${column}: `}${why} ${next}`.trim());

/** What the totals are of. */
interface Printed {
  /** The sources, as typed. */
  readonly source: string;
  readonly target: string;
  readonly dryRun: boolean;
  /** Whether it is called a copy, not an import. */
  readonly copies: boolean;
  /** Whether the sources give only what is new since the last run. */
  readonly isUpdate: boolean;
}

/** Counts the items of an import, keeps the first problems, and writes all items to a file if the user wants one. */
export class ImportReport {
  readonly counts: Record<ItemResult, number> = { created: 0, changed: 0, 'already there': 0, skipped: 0, failed: 0 };
  /** The items that were stored without some of their values. */
  warnings = 0;
  /** The items whose nodes are not where the import would put them, because people moved them, or it had another target. */
  elsewhere = 0;
  /** The first items with problems. */
  readonly withProblems: ReportedItem[] = [];
  readonly #problems = new Map<string, { readonly where: string; others: number }>();
  /** The nodes that were created or changed last. Texts are extracted in the order of the changes, so theirs are ready last. */
  lastNodes: readonly string[] = [];
  readonly #write: (item: ReportedItem) => void;

  /** Calls `write` for each item. */
  constructor(write: (item: ReportedItem) => void = () => undefined) {
    this.#write = write;
  }

  get total(): number {
    return results.reduce((sum, result) => sum + this.counts[result], 0);
  }

  add(item: ReportedItem): void {
    this.counts[item.result] += 1;
    if (item.problems.length > 0 && item.result !== 'failed' && item.result !== 'skipped') this.warnings += 1;
    if (item.node !== null && (item.result === 'created' || item.result === 'changed'))
      this.lastNodes = [...this.lastNodes, item.node].slice(-askedNodes);
    if (item.problems.length > 0 && this.withProblems.length < keptItems) this.withProblems.push(item);
    for (const problem of item.problems) this.#count(problemText(problem), item.where);
    this.#write(item);
  }

  /** Many items often have the same problem. */
  #count(text: string, where: string): void {
    const same = this.#problems.get(text);
    if (same !== undefined) same.others += 1;
    else if (this.#problems.size < countedProblems) this.#problems.set(text, { where, others: 0 });
  }

  /** The first ten problems. */
  printProblems(context: Context): void {
    const lines = [...this.#problems].map(([text, { where, others }]) => {
      const also = others === 0 ? '' : ` and ${others} more`;
      return `  ${onOneLine(where)}${also}: ${text}`;
    });
    for (const line of lines.slice(0, shownProblems)) context.output.report(line);
    const concerned = this.counts.failed + this.counts.skipped + this.warnings;
    if (lines.length > shownProblems) {
      context.output.report(`  … and more: ${counted(concerned, 'item')} with problems. To see all: --report FILE`);
    }
  }

  /** The first ten problems, and the totals in one line. */
  print(context: Context, { source, target, dryRun, copies, isUpdate }: Printed): void {
    this.printProblems(context);
    const [would, done] = copies ? ['Would copy', 'Copied'] : ['Would import', 'Imported'];
    const verb = dryRun ? would : done;
    const parts = results
      .filter((result) => this.counts[result] > 0)
      .map((result) => `${this.counts[result]} ${result}`);
    if (this.warnings > 0) parts.push(`${this.warnings} with warnings`);
    if (this.elsewhere > 0) parts.push(`${this.elsewhere} of them in other folders`);
    const nothing = isUpdate ? 'it has nothing new' : 'nothing in it';
    const summary = parts.length === 0 ? nothing : parts.join(', ');
    context.output.note(`${verb} ${source} to ${target}: ${summary}.`);
  }
}
