import type { Call } from '../../contract/call.ts';
import { type VersionNumber, versionLabel } from '../../domain/nodes/version-number.ts';
import type { ApiSettings } from '../settings.ts';

/** The addresses that an answer names. All have a query, as clients append to it. */
export interface UrlBuilder {
  /** What they all begin with. */
  readonly base: string;
  download(node: string, version?: VersionNumber): string;
  /** `state`: what differs whenever the picture may differ, so that no browser goes on showing an old one. */
  preview(node: string, state: string): string;
  /** `icon` is a name such as `file-pdf`. */
  icon(icon: string): string;
}

const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

function baseOf(settings: ApiSettings, host: string | undefined): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  if (host !== undefined && hostForm.test(host)) return `http://${host}${settings.contextPath}`;
  return settings.ownUrl();
}

function linksBelow(base: string): UrlBuilder {
  return {
    base,
    download: (node, version) =>
      `${base}/eduservlet/download?nodeId=${node}${version === undefined ? '' : `&version=${versionLabel(version)}`}`,
    preview: (node, state) => `${base}/preview?nodeId=${node}&v=${state}`,
    icon: (icon) => `${base}/icons/${icon}.svg`,
  };
}

/** A repository is known by few names; whoever makes up more gets theirs made anew. */
const mostHosts = 100;

/** Gives the links of an answer by the headers of the call: the same ones for the same base, as long as hosts are few. */
export function createUrlBuilderFor(settings: ApiSettings): (headers: Call['headers']) => UrlBuilder {
  const known = new Map<string, UrlBuilder>();
  let last: UrlBuilder | undefined;
  return ({ host = '' }) => {
    const links = known.get(host);
    if (links !== undefined) return links;
    const base = baseOf(settings, host);
    if (last?.base !== base) last = linksBelow(base);
    if (known.size < mostHosts && host !== '') known.set(host, last);
    return last;
  };
}
