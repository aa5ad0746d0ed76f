import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/printer.ts';

export type App = Result<Operations['listApplications']>[number];

export const appList: ListView<App> = {
  columns: [
    { title: 'app', value: ({ id }) => id },
    { title: 'title', value: ({ title }) => title },
    { title: 'type', value: ({ type }) => type },
    { title: 'signs people in', value: ({ properties }) => (properties['trustedclient'] === 'true' ? 'yes' : 'no') },
    { title: 'from', value: ({ properties }) => properties['host'] ?? properties['domain'] ?? '' },
  ],
  id: ({ id }) => id,
  whole: (apps) => apps,
};

/** The first 20 characters of a key, without its PEM header. */
const keyBeginning = (pem: string): string => {
  const text = pem.replaceAll(/-----[^-]*-----|\s/g, '');
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
};

/** The properties of a registered app. The table shows only the first characters of the key. */
export const appRecord: RecordView<Result<Operations['registerApplication']>> = {
  id: (properties) => properties['appid'] ?? '',
  fields: (properties) =>
    Object.entries(properties).map(([name, value]) => [name, name === 'public_key' ? keyBeginning(value) : value]),
};
