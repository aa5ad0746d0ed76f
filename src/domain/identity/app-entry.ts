import type { AppRecord } from './sign-in-records.ts';

const idForm = /^[^\s/\p{Cc}\p{Cf}](?:[^/\p{Cc}\p{Cf}]{0,98}[^\s/\p{Cc}\p{Cf}])?$/u;

/** Why a text cannot be the id of an app, or undefined when it can: it stands in paths and headers. */
export const appIdProblem = (id: string): string | undefined =>
  idForm.test(id)
    ? undefined
    : 'An app id has 1 to 100 characters, without «/», control characters, or a space at its ends.';

/** Properties whose values are kept out of the repository. */
export const isSecretProperty = (name: string): boolean => /private|secret|passw/i.test(name);

/** What one property of an app says; undefined where it says nothing. */
export function appProperty(app: Pick<AppRecord, 'properties'>, name: string): string | undefined {
  const value = app.properties.find(([key]) => key === name)?.[1];
  return value === '' ? undefined : value;
}

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true';

/** Only such an app may sign people in. */
export const isTrusted = (app: AppRecord): boolean => isTrue(appProperty(app, 'trustedclient'));

/** Only such an app may sign in administrators (choice of edu-repo). */
export const mayBecomeAdministrator = (app: AppRecord): boolean => isTrue(appProperty(app, 'allow_admin'));

/** Names and addresses of where the app calls from; `*` stands for anywhere. */
export function hostsOf(app: AppRecord): readonly string[] {
  const texts = ['host', 'host_aliases', 'domain'].flatMap((name) => appProperty(app, name) ?? []);
  return [...new Set(texts.flatMap((text) => text.split(/[\s,;]+/)).filter((host) => host !== ''))];
}

/** No entry opens a wider window; in milliseconds. */
const longestOffset = 5 * 60_000;

/** How old, and how far in the future, the time of a signature may be, in milliseconds: the app's own word, or `usual`. */
export function toleranceOf(app: AppRecord, usual: number): { readonly past: number; readonly future: number } {
  const offset = (name: string): number => {
    const text = appProperty(app, name) ?? '';
    return /^\d{1,9}$/.test(text) ? Math.min(Number(text), longestOffset) : usual;
  };
  return { past: offset('message_offset_ms'), future: offset('message_send_offset_ms') };
}
