import { messageOf, RepositoryError } from '../../../src/base/errors/errors.ts';
import type { Log } from '../../../src/ports/log.ts';
import {
  type Change,
  type ChangeLogRow,
  type Collections,
  type CommitListener,
  type Kind,
  type Kinds,
  type Store,
  TrimmedChanges,
} from '../../../src/ports/store.ts';
import { applyWrites, changedCollection, committedCollection, type Parse, parse, type Writes } from './collection.ts';
import { type ByKind, forEachKind, kindsOf } from './kinds.ts';

type Task = () => void | Promise<void>;

/**
 * A store that is gone with the process, for tests. Changes run one at a time. `log` is told of tasks after a commit
 * that failed. `read` makes values of what is stored.
 */
export function createMemoryStore(log?: Pick<Log, 'error'>, read: Parse = parse): Store {
  const rows = forEachKind(() => new Map<string, string>());
  const commits = createCommits(rows, log);
  let lastChange: Promise<unknown> = Promise.resolve();
  let closed = false;

  const run = async <T>(work: (change: Change) => Promise<T>) => {
    const writes = forEachKind((): Writes => new Map());
    const tasks: Task[] = [];
    const value = await work({ ...changedCollections(rows, writes, read), afterCommit: (task) => tasks.push(task) });
    return { value, tasksDone: commits.add(writes, tasks) };
  };

  return {
    ...committedCollections(rows, read),
    async change<T>(work: (change: Change) => Promise<T>): Promise<T> {
      if (closed) throw new RepositoryError('Unavailable', 'The store is closed; open the repository again.');
      const result = lastChange.then(() => run(work));
      // Its failure matters to the one who asked, not to the change behind it.
      lastChange = result.catch(() => {});
      const { value, tasksDone } = await result;
      await tasksDone;
      return value;
    },
    get lastCommit() {
      return commits.last;
    },
    async *changesSince(commit) {
      const forgotten = commits.last - commits.rows.length;
      if (commit < forgotten) throw new TrimmedChanges(commit, forgotten);
      yield* structuredClone(commits.rows.slice(commit - forgotten));
    },
    async trimChangeLog(commit) {
      const forgotten = commits.last - commits.rows.length;
      const count = Math.min(commit, commits.last - 1) - forgotten;
      if (count > 0) commits.rows.splice(0, count);
    },
    onCommit(tell) {
      commits.listeners.push(tell);
    },
    problem: undefined,
    damage: [],
    check: async () => undefined,
    async close() {
      closed = true;
      await lastChange;
      await commits.tasksDone();
    },
  };
}

function createCommits(rows: ByKind<Map<string, string>>, log: Pick<Log, 'error'> | undefined) {
  const changeLog: ChangeLogRow[] = [];
  let last = 0;
  const listeners: CommitListener[] = [];
  let lastTasks: Promise<void> = Promise.resolve();
  return {
    /** Of changes that are not forgotten. */
    rows: changeLog,
    get last() {
      return last;
    },
    listeners,
    /** Carries a change out; gives when its tasks have run. */
    add(writes: ByKind<Writes>, tasks: readonly Task[]): Promise<void> {
      const keys = keysOf(writes);
      // What writes nothing is no change: no number, no row, nothing to follow.
      if (keys.length === 0) return Promise.resolve();
      for (const kind of kindsOf(writes)) applyWrites(rows[kind], writes[kind]);
      last += 1;
      changeLog.push({ commit: last, keys });
      for (const tell of listeners) for (const [kind, key] of keys) tell(kind, key);
      if (tasks.length === 0) return Promise.resolve();
      lastTasks = lastTasks.then(() => runTasks(tasks, log));
      return lastTasks;
    },
    tasksDone: () => lastTasks,
  };
}

const keysOf = (writes: ByKind<Writes>) =>
  kindsOf(writes).flatMap((kind) => [...writes[kind].keys()].map((key) => [kind, key] as const));

async function runTasks(tasks: readonly Task[], log: Pick<Log, 'error'> | undefined): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      log?.error('A task after a commit failed. The change itself was committed.', { reason: messageOf(error) });
    }
  }
}

function committedCollections(rows: ByKind<Map<string, string>>, read: Parse): Collections {
  const reads = <K extends Kind>(kind: K) => committedCollection<Kinds[K]>(rows[kind], read);
  return {
    settings: reads('settings'),
    nodes: reads('nodes'),
    children: reads('children'),
    versions: reads('versions'),
    people: reads('people'),
    groups: reads('groups'),
    memberships: reads('memberships'),
    members: reads('members'),
    organizations: reads('organizations'),
    logins: reads('logins'),
    departures: reads('departures'),
    tokenFamilies: reads('tokenFamilies'),
    oauthClients: reads('oauthClients'),
    tickets: reads('tickets'),
    apps: reads('apps'),
    replays: reads('replays'),
    repositoryKeys: reads('repositoryKeys'),
    repositories: reads('repositories'),
    purges: reads('purges'),
    references: reads('references'),
    preferences: reads('preferences'),
    nodeLists: reads('nodeLists'),
    pins: reads('pins'),
    comments: reads('comments'),
    commentNodes: reads('commentNodes'),
    ratings: reads('ratings'),
    feedback: reads('feedback'),
    usages: reads('usages'),
    appUsages: reads('appUsages'),
    contributions: reads('contributions'),
    trash: reads('trash'),
    grants: reads('grants'),
    shares: reads('shares'),
    pictures: reads('pictures'),
    texts: reads('texts'),
    nodeTexts: reads('nodeTexts'),
    exports: reads('exports'),
    harvests: reads('harvests'),
    followers: reads('followers'),
  };
}

function changedCollections(
  rows: ByKind<Map<string, string>>,
  writes: ByKind<Writes>,
  read: Parse,
): Pick<Change, Kind> {
  const changes = <K extends Kind>(kind: K) => changedCollection<Kinds[K]>(rows[kind], writes[kind], read);
  return {
    settings: changes('settings'),
    nodes: changes('nodes'),
    children: changes('children'),
    versions: changes('versions'),
    people: changes('people'),
    groups: changes('groups'),
    memberships: changes('memberships'),
    members: changes('members'),
    organizations: changes('organizations'),
    logins: changes('logins'),
    departures: changes('departures'),
    tokenFamilies: changes('tokenFamilies'),
    oauthClients: changes('oauthClients'),
    tickets: changes('tickets'),
    apps: changes('apps'),
    replays: changes('replays'),
    repositoryKeys: changes('repositoryKeys'),
    repositories: changes('repositories'),
    purges: changes('purges'),
    references: changes('references'),
    preferences: changes('preferences'),
    nodeLists: changes('nodeLists'),
    pins: changes('pins'),
    comments: changes('comments'),
    commentNodes: changes('commentNodes'),
    ratings: changes('ratings'),
    feedback: changes('feedback'),
    usages: changes('usages'),
    appUsages: changes('appUsages'),
    contributions: changes('contributions'),
    trash: changes('trash'),
    grants: changes('grants'),
    shares: changes('shares'),
    pictures: changes('pictures'),
    texts: changes('texts'),
    nodeTexts: changes('nodeTexts'),
    exports: changes('exports'),
    harvests: changes('harvests'),
    followers: changes('followers'),
  };
}
