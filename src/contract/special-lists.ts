/** IDs that stand for lists of nodes instead of a node. Only their children can be requested. */
export const specialLists = {
  /** The shared folders of the caller's organizations. */
  organizations: '-shared_files-',
  /** Nodes shared with the caller, directly or through a group. */
  sharedWithMe: '-to_me_shared_files-',
  /** Nodes shared with the caller directly. */
  sharedWithMePersonally: '-to_me_shared_files_personal-',
  /** Nodes that the caller shares with others. */
  sharedByMe: '-my_shared_files-',
} as const;

/** These lists are always empty. Clients of other servers request them. */
const emptyLists: readonly string[] = ['-saved_search-', '-workflow_receive-', '-frontpage-'];

const all: ReadonlySet<string> = new Set([...Object.values(specialLists), ...emptyLists]);

export const isSpecialList = (text: string): boolean => all.has(text);
