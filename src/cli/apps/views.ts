import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/printer.ts';

/** A registered application. */
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

/** The properties of an application, as it was registered. */
export const appRecord: RecordView<Result<Operations['registerApplication']>> = {
  id: (properties) => properties['appid'] ?? '',
  fields: (properties) => Object.entries(properties),
};
