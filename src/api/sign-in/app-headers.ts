import type { Call } from '../../contract/call.ts';
import { headerText } from '../request/header-text.ts';

const prefix = 'x-edu-';

/** Whether a query parameter stands for a header of an app. Names are case-insensitive. */
export const isAppHeader = (name: string): boolean => name.toLowerCase().startsWith(prefix);

/** The headers that an app sent as query parameters. */
function inQuery(query: Call['query']): Readonly<Record<string, string>> | undefined {
  let parameters: Record<string, string> | undefined;
  for (const name in query) {
    if (!isAppHeader(name)) continue;
    const value = query[name];
    parameters ??= {};
    parameters[name.toLowerCase()] = typeof value === 'string' ? value : (value?.[0] ?? '');
  }
  return parameters;
}

/**
 * Returns a function that reads a header of an app (`x-edu-…`, in lower case). Apps may send each one as a query parameter of
 * the same name instead.
 */
export function appHeadersOf({
  headers,
  query,
}: Pick<Call, 'headers' | 'query'>): (name: `${typeof prefix}${string}`) => string | undefined {
  const parameters = inQuery(query);
  return (name) => {
    const header = headers[name];
    return header === undefined ? parameters?.[name] : headerText(header);
  };
}
