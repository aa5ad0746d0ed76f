/** Ids that stand for lists of nodes and no node: only their children can be asked for (section 1). */
export const specialLists = {
  /** The shared folders of the organizations that the caller belongs to. */
  organizations: '-shared_files-',
  /** What others share with the caller, by name or through a group. */
  sharedWithMe: '-to_me_shared_files-',
  /** The same, by name only. */
  sharedWithMePersonally: '-to_me_shared_files_personal-',
  /** What the caller shares with others. */
  sharedByMe: '-my_shared_files-',
} as const;

/** Lists of what this repository does not have: they are empty. */
const emptyLists: readonly string[] = ['-inbox-', '-saved_search-', '-workflow_receive-', '-frontpage-'];

const all: ReadonlySet<string> = new Set([...Object.values(specialLists), ...emptyLists]);

/** Whether a text is such an id. */
export const isSpecialList = (text: string): boolean => all.has(text);
