import type { Call } from '../../contract/call.ts';
import type { AppSignature } from '../../services/authentication/apps/app-signatures.ts';
import { headerText } from '../request/header-text.ts';

const names = {
  appId: 'x-edu-app-id',
  signature: 'x-edu-app-sig',
  signed: 'x-edu-app-signed',
  timestamp: 'x-edu-app-ts',
} as const;

/** The signature headers that an app sent as query parameters. Their names are case-insensitive too. */
function inQuery(query: Call['query']): Readonly<Record<string, string>> | undefined {
  let parameters: Record<string, string> | undefined;
  for (const name in query) {
    const lower = name.toLowerCase();
    if (!lower.startsWith('x-edu-app-')) continue;
    const value = query[name];
    parameters ??= {};
    parameters[lower] = typeof value === 'string' ? value : (value?.[0] ?? '');
  }
  return parameters;
}

/** The signature of an app in a call; undefined if the call names no app. */
export function appSignatureOf({ headers, query }: Pick<Call, 'headers' | 'query'>): AppSignature | undefined {
  const parameters = inQuery(query);
  const part = (name: string): string | undefined => {
    const header = headers[name];
    return header === undefined ? parameters?.[name] : headerText(header);
  };
  const appId = part(names.appId);
  if (appId === undefined || appId === '') return undefined;
  return { appId, signature: part(names.signature), signed: part(names.signed), timestamp: part(names.timestamp) };
}
