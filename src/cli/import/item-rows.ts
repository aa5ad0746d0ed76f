import { cleanedName } from '../../base/node-name.ts';
import type { MetadataCell } from '../metadata/cell.ts';
import { changeProperties } from '../metadata/change-metadata.ts';
import type { ValueRules } from '../metadata/value-rules.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { endsCommand, stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { Failure } from '../program/failure.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import type { FileRow, RowIdentity, RowObserver, RowResult } from '../upload/file-row.ts';
import { changeMetadata } from '../upload/upload-file.ts';
import { AccessCopies } from './access-copies.ts';
import { type ImportItem, type ItemProblem, summaryOf } from './item.ts';
import { readItemCells } from './item-cells.ts';
import { addExtras, earlierRows, rowContentOf } from './item-extras.ts';
import { identityCells, identityProperties, type KnownNode, type KnownNodes, knownNodeOf } from './known-nodes.ts';
import { asResult, type ImportReport, type ItemResult, leftAsItIs } from './report.ts';
import type { ImportSource } from './source.ts';
import type { ItemFolder, TargetFolders } from './target-folders.ts';

/** What the items of a source are imported with. */
export interface ItemImport {
  /** The source, as typed. */
  readonly input: string;
  readonly source: ImportSource;
  /** The folder in the repository, as typed. */
  readonly target: string;
  readonly known: KnownNodes;
  readonly folders: TargetFolders;
  readonly rules: ValueRules;
  readonly settings: TransferSettings;
  readonly report: ImportReport;
  /** Whether no other item is begun after one could not be stored. */
  readonly stopsAtFailure: boolean;
}

const stopped = new Failure(exitCodes.partlyDone, {
  what: 'The import stopped, because an item could not be stored.',
  why: 'The reason is above. What was stored before stays.',
  next: 'To import the other items: leave out --on-error stop',
});

const titleProperties = ['cclom:title', 'cm:title'];

const warning = (why: string): ItemProblem => ({ severity: 'warning', why });

function problemOf(error: unknown): ItemProblem {
  const { message, why, next } = explainError(error);
  return { severity: 'error', why: `${message} ${why}`, next };
}

/** The name of the node of an item: its own, or its title, or the address that it links to. */
function nameOf({ name, fields, where }: ImportItem): string {
  const firstOf = (property: string): string | undefined =>
    fields.find((field) => field.property === property)?.values[0]?.[0];
  const named = [name, ...titleProperties.map(firstOf), firstOf('ccm:wwwurl')?.replace(/^https?:\/\//, '')];
  return cleanedName(named.map((text) => (text ?? '').trim()).find((text) => text !== '') ?? where) || '_';
}

/** The item of a row that is not done yet. */
interface PendingItem {
  readonly item: ImportItem;
  readonly warnings: readonly ItemProblem[];
  /** Of an item that is complete only with its extras; undefined for others. */
  readonly digest: MetadataCell | undefined;
}

const hasExtras = ({ preview, children = [] }: ImportItem): boolean => preview !== undefined || children.length > 0;

const isDigest = ({ property }: MetadataCell): boolean => property === identityProperties.digest;

/** Turns the items of a source into rows of an upload, and reports what becomes of them. */
export class ItemRows implements RowObserver {
  readonly #import: ItemImport;
  readonly #items = new Map<FileRow, PendingItem>();
  /** Where the items of this run stand, by key. */
  readonly #places = new Map<string, string>();
  readonly #access: AccessCopies;

  /** Whether every item that can be stored was stored. Mistakes of the source do not count. */
  allStored = true;

  constructor(itemImport: ItemImport) {
    this.#import = itemImport;
    this.#access = new AccessCopies(itemImport.settings.client);
  }

  /** The rows to upload. Folders, and nodes to delete, are dealt with on the way. Rejects only with errors that end the import. */
  async *rows(): AsyncGenerator<FileRow> {
    const { source, settings, stopsAtFailure } = this.#import;
    for await (const item of source.items()) {
      stopIfInterrupted(settings.signal);
      if (stopsAtFailure && !this.allStored) throw stopped;
      try {
        const row = await this.#rowOf(item);
        if (row !== undefined) yield row;
      } catch (error) {
        if (endsCommand(error)) throw error;
        this.allStored = false;
        this.#add(item, 'failed', undefined, [problemOf(error)]);
      }
    }
  }

  async done(row: FileRow, result: RowResult): Promise<void> {
    const known = this.#items.get(row);
    if (known === undefined) return;
    const { item, warnings } = known;
    const uploaded = asResult(result);
    const isNew = uploaded === 'created' || uploaded === 'changed' || row.identity?.unchanged === false;
    const completes = hasExtras(item) && isNew && result.node !== undefined && !this.#import.settings.dryRun;
    const outcome = completes && uploaded === 'already there' ? 'changed' : uploaded;
    // What could not be stored was said when the item was imported.
    const problems = outcome === 'already there' ? [] : [...warnings];
    if (outcome === 'skipped') problems.push(leftAsItIs);
    if (completes && result.node !== undefined) problems.push(...(await this.#complete(result.node, known)));
    problems.push(...(await this.#copyAccess(result.node, item)));
    this.#items.delete(row);
    this.#add(item, outcome, result.node, problems, row.name);
  }

  /** Adds what an item has besides its content. Only then its node gets the digest, so that an interrupted import goes on here. */
  async #complete(node: string, { item, digest }: PendingItem): Promise<readonly ItemProblem[]> {
    const { client } = this.#import.settings;
    const problems: ItemProblem[] = [];
    await addExtras(node, item, client).catch((error: unknown) => {
      if (endsCommand(error)) throw error;
      problems.push({ ...problemOf(error), severity: 'warning', column: 'preview and attachments' });
    });
    if (digest !== undefined)
      await changeProperties(client, node, { [digest.property]: [...digest.values] }, undefined);
    return problems;
  }

  /** What of the access to an item could not be copied. */
  async #copyAccess(node: string | undefined, { access }: ImportItem): Promise<readonly ItemProblem[]> {
    if (access === undefined || node === undefined || this.#import.settings.dryRun) return [];
    try {
      return await this.#access.copyTo(node, access);
    } catch (error) {
      if (endsCommand(error)) throw error;
      return [{ ...problemOf(error), severity: 'warning', column: 'permissions' }];
    }
  }

  failed(row: FileRow, error: unknown): void {
    const known = this.#items.get(row);
    if (known === undefined) return;
    this.#items.delete(row);
    this.allStored = false;
    this.#add(known.item, 'failed', undefined, [problemOf(error), ...known.warnings], row.name);
  }

  #add(
    item: ImportItem,
    result: ItemResult,
    node: string | undefined,
    problems: readonly ItemProblem[],
    name = nameOf(item),
  ): void {
    const { input: source, target, report } = this.#import;
    const path = [target.replace(/\/$/, ''), ...item.folders, name].join('/');
    report.add({ result, source, where: item.where, path, node: node ?? null, problems, about: summaryOf(item) });
  }

  /** Undefined for items without an upload, which are reported at once. */
  async #rowOf(item: ImportItem): Promise<FileRow | undefined> {
    const { source, rules, folders } = this.#import;
    const isWrong = item.problems.some(({ severity }) => severity === 'error');
    if (!isWrong && !this.#isFirst(item)) return undefined;
    if (!isWrong && item.deleted === true) {
      await this.#delete(item);
      return undefined;
    }
    const { cells, problems } = await readItemCells(item, rules);
    const warnings = [...item.problems, ...problems];
    if (isWrong) {
      this.#add(item, 'failed', undefined, warnings);
      return undefined;
    }
    if (item.kind === 'folder') {
      await this.#describeFolder(item, cells, warnings);
      return undefined;
    }
    const own = item.key === undefined ? [] : identityCells(source.name, item.key, cells);
    const row = this.#fileRow(item, await folders.at(item.folders), cells, own);
    this.#items.set(row, { item, warnings, digest: hasExtras(item) ? own.find(isDigest) : undefined });
    return row;
  }

  /** Whether no other item of this run has the key. Reports the item otherwise. */
  #isFirst(item: ImportItem): boolean {
    if (item.key === undefined) return true;
    const other = this.#places.get(item.key);
    if (other === undefined) {
      this.#places.set(item.key, item.where);
      return true;
    }
    this.#add(item, 'skipped', undefined, [warning(`It is the same as ${other}.`)]);
    return false;
  }

  #fileRow(
    item: ImportItem,
    folder: ItemFolder,
    cells: readonly MetadataCell[],
    own: readonly MetadataCell[],
  ): FileRow {
    const { known } = this.#import;
    const { key, where, content } = item;
    const parent = folder.target.id;
    const ofKey = key === undefined ? undefined : known.get(key);
    if (ofKey !== undefined && folder.children.get(ofKey.name)?.id !== ofKey.id) this.#import.report.elsewhere += 1;
    if (ofKey === undefined && key !== undefined) known.noteNew(key);
    const name = ofKey?.name ?? folder.nameFor(nameOf(item));
    const existing = ofKey ?? folder.children.get(name);
    const fileName = item.name ?? name;
    const row = {
      ...{ path: where, parent, name, existing, content: content && rowContentOf(content, fileName) },
      earlier: earlierRows(item, fileName),
    };
    if (key === undefined) return { ...row, metadata: { cells } };
    const atOnce = hasExtras(item) ? own.filter((cell) => !isDigest(cell)) : own;
    return { ...row, metadata: { cells: [...cells, ...atOnce] }, identity: this.#identity(key, own, ofKey) };
  }

  #identity(key: string, own: readonly MetadataCell[], known: KnownNode | undefined): RowIdentity {
    const { source } = this.#import;
    const isSame = known !== undefined && own.some(({ values: [digest] }) => digest === known.digest);
    const isOf = (node: RepositoryNode): boolean => {
      const { source: of, key: its } = knownNodeOf(node);
      return of === source.name && its === key;
    };
    return { known: known !== undefined, unchanged: isSame, isOf, properties: own.map(({ property }) => property) };
  }

  /** Creates a folder if it is missing, and changes its metadata to what the source says. */
  async #describeFolder(
    item: ImportItem,
    cells: readonly MetadataCell[],
    warnings: readonly ItemProblem[],
  ): Promise<void> {
    const { folders, settings } = this.#import;
    const { id, isNew } = (await folders.at([...item.folders, nameOf(item)])).target;
    const described = cells.length > 0 && id !== undefined && settings.ifExists !== 'skip';
    const changed = (isNew && cells.length > 0 && id !== undefined) || described;
    const differed =
      changed && id !== undefined && (await changeMetadata(id, cells, settings.client, undefined)).length > 0;
    const problems = [...warnings, ...(await this.#copyAccess(id, item))];
    this.#add(item, isNew ? 'created' : differed ? 'changed' : 'already there', id, problems);
  }

  /** Moves the node of an item that its source has deleted to the trash. */
  async #delete(item: ImportItem): Promise<void> {
    const { known, settings } = this.#import;
    const node = item.key === undefined ? undefined : known.get(item.key);
    if (node === undefined) {
      this.#add(item, 'skipped', undefined, [warning('The source has deleted it, and it was not imported.')]);
      return;
    }
    await settings.client.deleteNode({ repository, node: node.id, recycle: true });
    this.#add(item, 'changed', node.id, [warning('The source has deleted it: it is in the trash now.')]);
  }
}
