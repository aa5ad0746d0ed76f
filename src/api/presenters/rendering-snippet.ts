import { clipped } from '../../base/clipped.ts';
import { escapeHtml } from '../../base/escape-html.ts';

/** What a snippet shows of a node. */
export interface ShownNode {
  /** As returned by `mediaTypeOf`. */
  readonly kind: string;
  readonly title: string;
  /** Empty if there is none. */
  readonly description: string;
  readonly preview: { readonly url: string; readonly width: number; readonly height: number };
  /** The URL of the content; undefined if there is none, or if the caller may not download it. */
  readonly download: string | undefined;
  /** Whether browsers show the content without running scripts. */
  readonly shownInline: boolean;
  /** The address of a link. */
  readonly link: string | undefined;
  /** The text of a text file; undefined for other nodes. */
  readonly text: string | undefined;
}

/** The maximum length of a text in a snippet, in UTF-16 code units. */
const maxTextLength = 20_000;

/** The address if it leads to a web page; other schemes could run scripts. */
function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

const linked = (target: string | undefined, html: string): string =>
  target === undefined ? html : `<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer">${html}</a>`;

const previewOf = ({ title, preview: { url, width, height } }: ShownNode): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(title)}" width="${width}" height="${height}">`;

function player(tag: 'audio' | 'video', node: ShownNode, source: string): string {
  const poster = tag === 'video' ? ` poster="${escapeHtml(node.preview.url)}"` : '';
  const title = escapeHtml(node.title);
  return `<${tag} controls preload="metadata" src="${escapeHtml(source)}"${poster} title="${title}">${linked(source, title)}</${tag}>`;
}

function contentOf(node: ShownNode): string {
  const { kind, title, download, text, shownInline } = node;
  if (kind === 'link') return linked(webAddress(node.link), previewOf(node));
  if (text !== undefined) return `<pre dir="auto">${escapeHtml(clipped(text, maxTextLength))}</pre>`;
  if (download === undefined) return previewOf(node);
  if (kind === 'file-audio') return player('audio', node, download);
  if (kind === 'file-video') return player('video', node, download);
  if (kind === 'file-image' && shownInline) return `<img src="${escapeHtml(download)}" alt="${escapeHtml(title)}">`;
  return linked(download, previewOf(node));
}

/**
 * HTML that shows a node on a page of another application: a picture, a player, a text, or a preview that leads to the content.
 * It has no scripts and no styles, and all texts are escaped. With `contentOnly`, without title and description.
 */
export function renderingSnippet(node: ShownNode, { contentOnly }: { readonly contentOnly: boolean }): string {
  const kind = node.kind.replace(/^file-/, '');
  const head = `<figure class="edu-repo-content edu-repo-${escapeHtml(kind)}">${contentOf(node)}`;
  if (contentOnly) return `${head}</figure>`;
  const title = linked(webAddress(node.link) ?? node.download, escapeHtml(node.title));
  const description = node.description === '' ? '' : `<p dir="auto">${escapeHtml(node.description)}</p>`;
  return `${head}<figcaption><strong dir="auto">${title}</strong>${description}</figcaption></figure>`;
}
