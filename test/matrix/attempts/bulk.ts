import { newWord } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import { importAttempts } from './imports.ts';

interface Item extends Target {
  readonly source: string;
  readonly title: string;
}

const properties = ({ source, title }: Item) => ({ 'ccm:replicationsource': [source], 'cclom:title': [title] });

const syncPath = 'PUT /bulk/v1/sync/{group}';

const identity = { match: ['ccm:replicationsource'] };

/** An item that was imported, or that was not. */
async function target({ wire, situation }: Circumstances): Promise<Item> {
  const [source, title] = [newWord(), newWord()];
  const find = async () =>
    (await wire.send(admin, 'POST /bulk/v1/find', { json: { 'ccm:replicationsource': [source] } })).text;
  // A missing item is refused with the names of the properties and a number of the request.
  const picture = async () => (await find()).replace(/"requestId":"[^"]*"/, '');
  const item = { source, title, traces: [title], picture };
  if (situation === 'present') {
    await wire.ask(admin, syncPath, { params: { group: source }, query: identity, json: properties(item) });
  }
  return item;
}

export const bulkAttempts: Attempts = {
  ...importAttempts,
  'POST /bulk/v1/find': attempt<Item>({
    target,
    parts: ({ source }) => ({ json: { 'ccm:replicationsource': [source] } }),
    shows: ({ title }) => title,
  }),
  [syncPath]: attempt<Item>({
    target,
    parts: (item, { mark }) => ({
      ...{ params: { group: item.source }, query: identity },
      json: { ...properties(item), 'ccm:notes': [mark] },
    }),
    changed: (after, { mark }) => after.includes(mark),
  }),
};
