import type { Call } from '../../contract/call.ts';
import type { AppSignature } from '../../services/authentication/apps/app-signatures.ts';
import { appHeadersOf } from './app-headers.ts';

/** The signature of an app in a call; undefined if the call names no app. */
export function appSignatureOf(call: Pick<Call, 'headers' | 'query'>): AppSignature | undefined {
  const header = appHeadersOf(call);
  const appId = header('x-edu-app-id');
  if (appId === undefined || appId === '') return undefined;
  return {
    appId,
    signature: header('x-edu-app-sig'),
    signed: header('x-edu-app-signed'),
    timestamp: header('x-edu-app-ts'),
  };
}
