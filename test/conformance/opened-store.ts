import { afterEach, beforeEach } from 'vitest';
import type { GroupRecord } from '../../src/domain/identity/person-records.ts';
import type { Store } from '../../src/ports/store.ts';

/** A new, empty store, and what a test needs around it. */
export interface OpenedStore {
  readonly store: Store;
  /** What the store has told its log. */
  readonly messages: readonly string[];
  /** Closes the store and opens it again from what it left; left out where nothing outlives the store. */
  readonly reopen?: () => Promise<Store>;
  /** Closes whatever is open and leaves nothing behind. */
  readonly cleanup: () => Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;

/** Gives each test an empty store of its own. */
export function storeForEachTest(open: OpenStore): () => OpenedStore {
  let opened: OpenedStore | undefined;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await opened?.cleanup();
    opened = undefined;
  });
  return () => {
    if (opened === undefined) throw new Error('The store is there only while a test runs.');
    return opened;
  };
}

export const aGroup = (displayName: string): GroupRecord => ({
  name: 'GROUP_any',
  displayName,
  groupType: null,
  groupEmail: null,
  scopeType: null,
  createdAt: '2021-01-01T00:00:00.000Z',
});
