import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/view.ts';

export type App = Result<Operations['listApplications']>[number];

/** Whether an app has all that it needs to sign people in: trust, a key, and a place to call from. */
function signsPeopleIn({ properties }: App): boolean {
  const isSet = (name: string): boolean => (properties[name] ?? '') !== '';
  const isTrusted = properties['trustedclient']?.toLowerCase() === 'true';
  return isTrusted && isSet('public_key') && ['host', 'host_aliases', 'domain'].some(isSet);
}

export const appList: ListView<App> = {
  columns: [
    { title: 'app', value: ({ id }) => id },
    { title: 'title', value: ({ title }) => title },
    { title: 'type', value: ({ type }) => type },
    { title: 'signs people in', value: (app) => (signsPeopleIn(app) ? 'yes' : 'no') },
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
