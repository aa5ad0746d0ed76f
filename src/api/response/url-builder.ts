import type { Call } from '../../contract/call.ts';
import { type VersionNumber, versionLabel } from '../../domain/nodes/version-number.ts';
import type { ApiSettings } from '../settings.ts';

/** Builds the URLs in a response. `download` and `preview` have a query, because clients append parameters to it. */
export interface UrlBuilder {
  /** The prefix of all URLs. */
  readonly base: string;
  download(node: string, version?: VersionNumber): string;
  /** `state` changes whenever the image may change, so that browsers do not show a cached one. */
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

function urlBuilderFor(base: string): UrlBuilder {
  return {
    base,
    download: (node, version) =>
      `${base}/eduservlet/download?nodeId=${node}${version === undefined ? '' : `&version=${versionLabel(version)}`}`,
    preview: (node, state) => `${base}/preview?nodeId=${node}&v=${state}`,
    icon: (icon) => `${base}/icons/${icon}.svg`,
  };
}

/** The same URLs with a link of `UsageLinks`, by which they open without a sign-in. */
export const withUsageLink = (links: UrlBuilder, link: string): UrlBuilder => ({
  ...links,
  download: (node, version) => `${links.download(node, version)}&usageLink=${link}`,
  preview: (node, state) => `${links.preview(node, state)}&usageLink=${link}`,
});

/** Returns a function from the headers of a call to its URL builder. */
export const createUrlBuilderFor =
  (settings: ApiSettings): ((headers: Call['headers']) => UrlBuilder) =>
  ({ host }) =>
    urlBuilderFor(baseOf(settings, host));
