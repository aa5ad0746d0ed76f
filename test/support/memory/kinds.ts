import type { Kind } from '../../../src/ports/store.ts';

/** Something for every kind of record. */
export type ByKind<T> = Readonly<Record<Kind, T>>;

/** One new value for each kind. */
export const forEachKind = <T>(make: () => T): ByKind<T> => ({
  settings: make(),
  nodes: make(),
  children: make(),
  versions: make(),
  people: make(),
  groups: make(),
  memberships: make(),
  members: make(),
  organizations: make(),
  preferences: make(),
  nodeLists: make(),
  logins: make(),
  departures: make(),
  tokenFamilies: make(),
  oauthClients: make(),
  tickets: make(),
  apps: make(),
  replays: make(),
  repositoryKeys: make(),
  repositories: make(),
  purges: make(),
  references: make(),
  pins: make(),
  comments: make(),
  commentNodes: make(),
  ratings: make(),
  feedback: make(),
  usages: make(),
  appUsages: make(),
  contributions: make(),
  trash: make(),
  grants: make(),
  shares: make(),
  pictures: make(),
  texts: make(),
  nodeTexts: make(),
  exports: make(),
  harvests: make(),
  followers: make(),
});

/** The kinds that a record over all of them names. */
// Its type says that its keys are kinds.
export const kindsOf = (record: ByKind<unknown>): readonly Kind[] => Object.keys(record) as Kind[];
