import type { ListView, RecordView } from '../print/view.ts';

/** A repository with a name. */
export interface Remote {
  readonly name: string;
  readonly url: string;
  /** Whether commands use it by default. */
  readonly chosen: boolean;
}

/** A remote and the user signed in there; null if none. */
export interface KnownRemote extends Remote {
  readonly userName: string | null;
}

export const remoteRecord: RecordView<Remote> = {
  id: ({ name }) => name,
  fields: ({ name, url, chosen }) => [
    ['remote', name],
    ['address', url],
    ['chosen', chosen ? 'yes' : 'no'],
  ],
};

export const remoteList: ListView<KnownRemote> = {
  columns: [
    { title: 'remote', value: ({ name }) => name },
    { title: 'address', value: ({ url }) => url },
    { title: 'signed in as', value: ({ userName }) => userName ?? '-' },
    { title: 'chosen', value: ({ chosen }) => (chosen ? 'yes' : '') },
  ],
  id: ({ name }) => name,
  whole: (remotes) => ({ remotes }),
};
