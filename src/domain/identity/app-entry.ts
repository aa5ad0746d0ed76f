import type { AppRecord } from './sign-in-records.ts';

const idForm = /^[^\s/\p{Cc}\p{Cf}](?:[^/\p{Cc}\p{Cf}]{0,98}[^\s/\p{Cc}\p{Cf}])?$/u;

/** Why a text cannot be the ID of an app, or undefined if it can. The ID is used in paths and headers. */
export const appIdProblem = (id: string): string | undefined =>
  idForm.test(id)
    ? undefined
    : 'An app ID must have 1 to 100 characters, without "/", control characters, or a space at either end.';

/** Whether a property may hold a secret. The repository does not store the values of such properties. */
export const isSecretProperty = (name: string): boolean => /private|secret|passw/i.test(name);

/** The value of a property of an app; undefined if it is missing or empty. */
export function appProperty(app: Pick<AppRecord, 'properties'>, name: string): string | undefined {
  const value = app.properties.find(([key]) => key === name)?.[1];
  return value === '' ? undefined : value;
}

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true';

/** Whether an app may sign people in. */
export const isTrusted = (app: AppRecord): boolean => isTrue(appProperty(app, 'trustedclient'));

/** Whether an app may sign in administrators (specific to edu-repo). */
export const mayBecomeAdministrator = (app: AppRecord): boolean => isTrue(appProperty(app, 'allow_admin'));

/** Names and addresses of the hosts that the app calls from; `*` stands for any host. */
export function hostsOf(app: AppRecord): readonly string[] {
  const texts = ['host', 'host_aliases', 'domain'].flatMap((name) => appProperty(app, name) ?? []);
  return [...new Set(texts.flatMap((text) => text.split(/[\s,;]+/)).filter((host) => host !== ''))];
}

/**
 * The origin of a web page in the form in which browsers send it (RFC 6454), such as `https://moodle.example.org`; undefined if the
 * text is not the origin of a web page. `*` is none: it would let every page use the sign-in of its visitor.
 */
export function webOriginOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin =
    url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !text.includes('*');
  return isOrigin ? url.origin : undefined;
}

/** The origins of the web pages whose scripts may call the repository, as the registration of an app lists them. */
export const allowedOriginsOf = (app: AppRecord): readonly string[] =>
  (appProperty(app, 'allow_origin') ?? '').split(/[\s,;]+/).flatMap((text) => webOriginOf(text) ?? []);

/** Maximum offset that an app can set, in milliseconds. */
const maxOffset = 5 * 60_000;

/** How old, and how far in the future, the time of a signature may be, in milliseconds: as the app sets it, or the default. */
export function toleranceOf(app: AppRecord, defaultOffset: number): { readonly past: number; readonly future: number } {
  const offset = (name: string): number => {
    const text = appProperty(app, name) ?? '';
    return /^\d{1,9}$/.test(text) ? Math.min(Number(text), maxOffset) : defaultOffset;
  };
  return { past: offset('message_offset_ms'), future: offset('message_send_offset_ms') };
}
