import type { CommitNumber, NodeId } from '../base/ids.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { CommentRecord, FeedbackRecord, RatingRecord } from '../domain/annotations/annotation-records.ts';
import type {
  AccountCleanupRecord,
  GroupRecord,
  LoginRecord,
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
import type { ChildEntry, NodeRecord, SystemFolders, TrashRecord, VersionRecord } from '../domain/nodes/records.ts';
import type { NodeTextRecord, TextRecord } from '../domain/renditions/extracted-text.ts';
import type { ThumbnailRecord } from '../domain/renditions/thumbnail.ts';

/** The kinds of records that the store keeps, each under keys of its own. */
export interface Kinds {
  /** `landmarks` -> the fixed points. */
  settings: SystemFolders;
  /** node id -> node */
  nodes: NodeRecord;
  /** parent id `/` name -> child */
  children: ChildEntry;
  /** node id `/` sortable version number -> version */
  versions: VersionRecord;
  /** user name -> person */
  people: PersonRecord;
  /** group name -> group */
  groups: GroupRecord;
  /** member name `/` group name -> nothing more */
  memberships: { readonly since: Timestamp };
  /** group name `/` member name -> the same, for reading the other way round; written together with `memberships` */
  members: { readonly since: Timestamp };
  /** group name -> the folder that its members share */
  organizations: OrganizationRecord;
  /** user name -> when the person signed in */
  logins: LoginRecord;
  /** name of an authority that is gone -> what is still to be done about it */
  departures: AccountCleanupRecord;
  /** random id -> the tokens of one sign-in */
  tokenFamilies: TokenFamilyRecord;
  /** client id -> client of the token endpoint */
  oauthClients: OAuthClientRecord;
  /** hash of the ticket -> ticket */
  tickets: TicketRecord;
  /** app id -> app */
  apps: AppRecord;
  /** app id `/` hash of what was signed -> how long the signature must not be taken again */
  replays: ReplayRecord;
  /** id of the top node of a subtree that is gone for its callers and waits to be removed */
  purges: { readonly at: Timestamp };
  /** node id `/` comment id -> comment */
  comments: CommentRecord;
  /** comment id -> the node that it is on */
  commentNodes: { readonly node: NodeId };
  /** node id `/` id of a reference to it in a collection -> nothing more; written together with the reference */
  references: { readonly at: Timestamp };
  /** id of a collection -> where it stands among those that are pinned */
  pins: { readonly position: number };
  /** node id `/` person id -> rating */
  ratings: RatingRecord;
  /** node id `/` person id -> feedback */
  feedback: FeedbackRecord;
  /** person id `/` kind `/` key of a comment, rating or feedback of theirs -> nothing more; written together with it */
  contributions: { readonly at: Timestamp };
  /** user name `/` node id -> what lies in the trash and is theirs: they own it, or have deleted it */
  trash: TrashRecord;
  /** authority `/` node id -> nothing more: the node's own list may name it, which the node itself tells */
  grants: Readonly<Record<never, never>>;
  /** user name `/` node id -> nothing more: the node is theirs, and its own list names others */
  shares: Readonly<Record<never, never>>;
  /** content hash -> what came of making a picture of it; missing where nobody looked at it, or it can have none */
  pictures: ThumbnailRecord;
  /** content hash -> what came of reading its text; missing where nobody looked at it, or it can have none */
  texts: TextRecord;
  /** node id -> the text that the index was told of; written when a text was read, so that the change log names the node */
  nodeTexts: NodeTextRecord;
  /** name of a follower of the change log -> the last change that it has taken in as a whole */
  followers: { readonly commit: CommitNumber };
}

export type Kind = keyof Kinds;

/** Which entries to go through, in key order (bytes of UTF-8). */
export interface Range {
  readonly prefix?: string;
  /** Start behind this key. */
  readonly after?: string;
  readonly limit?: number;
}

/** Reads of one kind of record. What is read must not be changed: others may be given the same object. A record whose checksum does not fit rejects with `DamagedRecord`. */
export interface Collection<Value> {
  get(key: string): Promise<Value | undefined>;
  /** In the order of the keys; undefined where nothing is there. */
  getMany(keys: readonly string[]): Promise<(Value | undefined)[]>;
  has(key: string): Promise<boolean>;
  entries(range?: Range): AsyncIterable<readonly [string, Value]>;
  /** Like `entries`, without reading the values. */
  keys(range?: Range): AsyncIterable<string>;
}

/** The same inside a change: reads see the change's own writes; others see nothing until it is committed. */
export interface WritableCollection<Value> extends Collection<Value> {
  put(key: string, value: Value): void;
  delete(key: string): void;
}

export type Collections = { readonly [K in Kind]: Collection<Kinds[K]> };

export type Change = { readonly [K in Kind]: WritableCollection<Kinds[K]> } & {
  /**
   * Runs after the commit, in the order of the changes. A failure is logged and never undoes the commit. The next
   * commit waits for it: it must not wait for another change itself.
   */
  afterCommit(task: () => void | Promise<void>): void;
};

/** What one change did, as followers (search index, previews) read it. */
export interface ChangeLogRow {
  readonly commit: CommitNumber;
  /** Every key that was written or deleted. */
  readonly keys: readonly (readonly [Kind, string])[];
}

export type CommitListener = (kind: Kind, key: string) => void;

/** Metadata on disk. */
export interface Store extends Collections {
  /**
   * All or nothing, serializable. `work` may run again after a conflict, so it has no effects outside the change.
   * Resolves when the change is synced to disk; rejects with what `work` threw (nothing is written then), or with
   * `RepositoryError('StorageFailed')` when the disk refused.
   */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /** The number of the last committed change; 0 in a new store. */
  readonly lastCommit: CommitNumber;
  /**
   * The changes after `commit`, oldest first. Rejects with `ForgottenChanges` where some of them are not kept any more:
   * whoever follows has to look at everything then.
   */
  changesSince(commit: CommitNumber): AsyncIterable<ChangeLogRow>;
  /**
   * Forgets which keys the changes up to `commit` touched; the newest change is kept in any case. A crash meanwhile leaves
   * some of them: never one without all that came after it.
   */
  forgetChanges(commit: CommitNumber): Promise<void>;
  /**
   * Tells from now on every key that a commit wrote or deleted: when it can be read, and before the change is answered.
   * For caches that must never be behind an answer. A key may be told though nothing changed under it. `tell` must be
   * quick, throw nothing, and change nothing in the store.
   */
  onCommit(tell: CommitListener): void;
  /** Why nothing can be changed now, or undefined. Reads go on. */
  readonly problem: string | undefined;
  /** What was found to be lost or damaged and nobody has accepted yet. Nothing can be changed while there is any. */
  readonly damage: readonly StoreDamage[];
  /** Waits for running changes, then frees the files. */
  close(): Promise<void>;
}

/** Something that is lost or damaged in the files of a store. */
export interface StoreDamage {
  /** The file. */
  readonly location: string;
  readonly message: string;
}

/** A stored record that is not what was written: it is never given out as good. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  readonly kind: string;
  readonly key: string;

  constructor(kind: string, key: string, options?: ErrorOptions) {
    super(`The stored record ${kind} ${key} is damaged: its checksum does not fit.`, options);
    this.kind = kind;
    this.key = key;
  }
}

/** Changes that somebody wanted to follow and that are not kept any more. */
export class ForgottenChanges extends Error {
  override readonly name = 'ForgottenChanges';

  constructor(since: CommitNumber, forgotten: CommitNumber) {
    super(`The changes since ${since} cannot be followed: those up to ${forgotten} are not kept any more.`);
  }
}
