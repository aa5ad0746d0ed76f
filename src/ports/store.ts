import type { CommitNumber, NodeId } from '../base/ids.ts';
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { CommentRecord, FeedbackRecord, RatingRecord } from '../domain/annotations/annotation-records.ts';
import type { HarvestRecord } from '../domain/harvests/harvest.ts';
import type {
  AccountCleanupRecord,
  GroupRecord,
  LoginRecord,
  NodeListRecord,
  OrganizationRecord,
  PersonRecord,
} from '../domain/identity/person-records.ts';
import type {
  AppRecord,
  OAuthClientRecord,
  ReplayRecord,
  TicketRecord,
  TokenFamilyRecord,
} from '../domain/identity/sign-in-records.ts';
import type { ConnectedRepositoryRecord, RepositoryKeyRecord } from '../domain/network/connected-repository.ts';
import type { ChildEntry, NodeRecord, SystemFolders, TrashRecord, VersionRecord } from '../domain/nodes/records.ts';
import type { ExportRecord } from '../domain/privacy/export-queue.ts';
import type { NodeTextRecord, TextRecord } from '../domain/renditions/extracted-text.ts';
import type { ThumbnailRecord } from '../domain/renditions/thumbnail.ts';
import type { UsageRecord } from '../domain/usages/usage.ts';

/** The kinds of records in the store. Each comment describes keys -> values. The names are part of the stored format. */
export interface Kinds {
  /** `landmarks` -> the system folders */
  settings: SystemFolders;
  /** node ID -> node */
  nodes: NodeRecord;
  /** parent ID `/` name -> child */
  children: ChildEntry;
  /** node ID `/` sortable version number -> version */
  versions: VersionRecord;
  /** user name -> person */
  people: PersonRecord;
  /** group name -> group */
  groups: GroupRecord;
  /** member name `/` group name -> time of joining */
  memberships: { readonly since: Timestamp };
  /** group name `/` member name -> the same, for lookups by group; written together with `memberships` */
  members: { readonly since: Timestamp };
  /** group name -> its organization, which binds it to a folder */
  organizations: OrganizationRecord;
  /** person ID -> the JSON text that clients stored for the person */
  preferences: { readonly text: string };
  /** person ID `/` name of the list -> the nodes of the list */
  nodeLists: NodeListRecord;
  /** user name -> first and last sign-in */
  logins: LoginRecord;
  /** name of a deleted authority -> its pending cleanup */
  departures: AccountCleanupRecord;
  /** random ID -> the tokens of one sign-in */
  tokenFamilies: TokenFamilyRecord;
  /** client ID -> client of the token endpoint */
  oauthClients: OAuthClientRecord;
  /** hash of the ticket -> ticket */
  tickets: TicketRecord;
  /** app ID -> app */
  apps: AppRecord;
  /** app ID `/` hash of the signed text `/` hash of the call -> time until which the call cannot be repeated */
  replays: ReplayRecord;
  /** `own` -> the keys with which this repository signs */
  repositoryKeys: RepositoryKeyRecord;
  /** ID of a connected repository -> its connection */
  repositories: ConnectedRepositoryRecord;
  /** ID of the top node of a purged subtree whose records still have to be removed -> time of the purge */
  purges: { readonly at: Timestamp };
  /** node ID `/` comment ID -> comment */
  comments: CommentRecord;
  /** comment ID -> its node */
  commentNodes: { readonly node: NodeId };
  /** node ID `/` ID of a reference to it in a collection -> time; written together with the reference */
  references: { readonly at: Timestamp };
  /** ID of a pinned collection -> its position among the pinned ones */
  pins: { readonly position: number };
  /** node ID `/` person id -> rating */
  ratings: RatingRecord;
  /** node ID `/` person id -> feedback */
  feedback: FeedbackRecord;
  /** node ID `/` usage ID -> usage */
  usages: UsageRecord;
  /** app ID `/` hash of the course `/` hash of the resource `/` node ID -> its usage there; written together with it */
  appUsages: { readonly usage: NodeId };
  /** person ID `/` kind `/` key of the person's comment, rating, feedback or usage -> time; written together with it */
  contributions: { readonly at: Timestamp };
  /** user name `/` node ID -> a node in the trash that the user owns or has deleted */
  trash: TrashRecord;
  /** authority `/` node ID -> empty. The ACL of the node may name the authority; the node's record decides. */
  grants: Readonly<Record<never, never>>;
  /** user name `/` node ID -> empty. The user owns the node, and its ACL names other authorities. */
  shares: Readonly<Record<never, never>>;
  /** content hash -> the result of creating its thumbnail; missing if not tried yet or not possible */
  pictures: ThumbnailRecord;
  /** content hash -> the result of extracting its text; missing if not tried yet or not possible */
  texts: TextRecord;
  /** node ID -> its extracted text; written after the extraction, so that the change log contains the node */
  nodeTexts: NodeTextRecord;
  /** user name -> the personal-data export of the person */
  exports: ExportRecord;
  /** harvest ID -> harvest */
  harvests: HarvestRecord;
  /** name of a follower -> the last commit that it has processed completely */
  followers: { readonly commit: CommitNumber };
}

export type Kind = keyof Kinds;

/** A range of entries in key order, compared as UTF-8. */
export interface Range {
  readonly prefix?: string;
  /** Start after this key. */
  readonly after?: string;
  readonly limit?: number;
}

/**
 * Reads one kind of records. Records are shared between readers and must not be changed. A read rejects with `DamagedRecord` if
 * a checksum does not match.
 */
export interface Collection<Value> {
  get(key: string): Promise<Value | undefined>;
  /**
   * Like `get`, but returns the record itself if the store is ready, and throws instead of rejecting then. For long lists,
   * where promises cost more than the reads.
   */
  getNow(key: string): MaybePromise<Value | undefined>;
  /** In the order of `keys`; undefined for each missing record. */
  getMany(keys: readonly string[]): Promise<(Value | undefined)[]>;
  has(key: string): Promise<boolean>;
  entries(range?: Range): AsyncIterable<readonly [string, Value]>;
  /** Like `entries`, without reading the values. */
  keys(range?: Range): AsyncIterable<string>;
}

/** A collection inside a change. Its reads see the writes of the change. Other readers see them only after the commit. */
export interface WritableCollection<Value> extends Collection<Value> {
  put(key: string, value: Value): void;
  delete(key: string): void;
}

export type Collections = { readonly [K in Kind]: Collection<Kinds[K]> };

export type Change = { readonly [K in Kind]: WritableCollection<Kinds[K]> } & {
  /**
   * Runs a task after the commit, in the order of the changes. A failure is logged and does not undo the commit. The next commit
   * waits for the task, so the task must not wait for another change.
   */
  afterCommit(task: () => void | Promise<void>): void;
};

/** One change, for followers such as the search index and thumbnails. */
export interface ChangeLogRow {
  readonly commit: CommitNumber;
  /** All keys that were written or deleted. */
  readonly keys: readonly (readonly [Kind, string])[];
}

export type CommitListener = (kind: Kind, key: string) => void;

/** The metadata store. */
export interface Store extends Collections {
  /**
   * Runs an atomic, serializable transaction. After a conflict `work` runs again, so it must not have effects outside the change.
   * Resolves when the change is synced to disk. Rejects with the error of `work`, in which case nothing is written, with
   * `RepositoryError('StorageFailed')` if writing fails, or with `RepositoryError('Unavailable')` if the store is read-only or closing.
   */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** The number of the last committed change; 0 in a new store. */
  readonly lastCommit: CommitNumber;
  /**
   * The changes after `commit`, oldest first. Rejects with `TrimmedChanges` if the change log has been trimmed beyond
   * `commit`. The follower must then process all records.
   */
  changesSince(commit: CommitNumber): AsyncIterable<ChangeLogRow>;
  /**
   * Trims the change log: removes the changes up to `commit`, except the newest change. After a crash some of them may remain, but
   * always without gaps up to the newest.
   */
  trimChangeLog(commit: CommitNumber): Promise<void>;
  /**
   * Calls `listener` for every key that a commit wrote or deleted, as soon as it is readable and before `change` resolves, so that
   * caches are never older than a response. It may also be called for keys that did not change. `listener` must be fast,
   * must not throw, and must not change the store.
   */
  onCommit(listener: CommitListener): void;
  /** Why the store is read-only now; undefined if it is writable. */
  readonly problem: string | undefined;
  /** Lost or damaged data that the administrator has not accepted yet. While there is any, the store is read-only. */
  readonly damage: readonly StoreDamage[];
  /** Checks all stored data now, and adds what is damaged to `damage`. Takes seconds for a large store. Rejects if it cannot be read. */
  check(): Promise<void>;
  /** Waits for running changes, then closes the files. */
  close(): Promise<void>;
}

/** Lost or damaged data in the files of a store. */
export interface StoreDamage {
  /** The file. */
  readonly location: string;
  readonly message: string;
}

/** A record with a wrong checksum was read. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  readonly kind: string;
  readonly key: string;

  constructor(kind: string, key: string, options?: ErrorOptions) {
    super(`The stored record ${kind} ${key} is damaged: its checksum does not match.`, options);
    this.kind = kind;
    this.key = key;
  }
}

/** The change log no longer contains the requested changes. */
export class TrimmedChanges extends Error {
  override readonly name = 'TrimmedChanges';

  constructor(since: CommitNumber, trimmed: CommitNumber) {
    super(`The changes since ${since} cannot be read: the change log has been trimmed up to change ${trimmed}.`);
  }
}
