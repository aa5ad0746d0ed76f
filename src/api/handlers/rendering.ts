import type { NodeId } from '../../base/ids.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { noUsedNodes } from '../../domain/access/caller.ts';
import { isDownloadable } from '../../domain/nodes/content-rules.ts';
import { descriptionOf, titleOf } from '../../domain/nodes/properties.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import { type VersionNumber, versionLabel } from '../../domain/nodes/version-number.ts';
import { atVersion, type NodeView } from '../../services/views/node-views.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { mediaTypeOf } from '../presenters/nodes/media-type.ts';
import { presentPreview } from '../presenters/nodes/preview.ts';
import { renderingSnippet, type ShownNode } from '../presenters/rendering-snippet.ts';
import { nodeAt } from '../request/node-address.ts';
import { requestedVersion } from '../request/stated-version.ts';
import type { RequestContext } from '../request-context.ts';
import { isShownInline } from '../response/shown-inline.ts';
import { type UrlBuilder, withUsageLink } from '../response/url-builder.ts';

/** The state of a node that a snippet shows. */
interface ShownState {
  /** At the requested version. */
  readonly view: NodeView;
  /** Undefined if there is none, or if the caller may not download it. */
  readonly content: ContentReference | undefined;
}

async function readState(
  { services: { rights, views, versions, downloads } }: HandlerParts,
  { caller }: RequestContext,
  id: NodeId,
  version: VersionNumber | undefined,
): Promise<ShownState> {
  const current = await views.view(caller, await rights.node(caller, id, 'ReadProperties'));
  if (version !== undefined) {
    const view = atVersion(current, await versions.used(caller, id, version));
    return { view, content: isDownloadable(view.node, view.rights) ? (view.node.content ?? undefined) : undefined };
  }
  if (!isDownloadable(current.node, current.rights)) return { view: current, content: undefined };
  const download = await downloads.open(caller, id, undefined);
  return { view: current, content: 'link' in download ? undefined : download.content };
}

/** For an app that reads by a usage, URLs that open in the browsers of people without an account. */
async function linksOf(
  { services }: HandlerParts,
  { caller, links }: RequestContext,
  { node, more }: NodeView,
): Promise<UrlBuilder> {
  const { usage, nodes, version } = caller.usage ?? noUsedNodes;
  const isUsed = nodes.has(node.id) && (more?.version === undefined || versionLabel(more.version) === version);
  return usage !== undefined && isUsed ? withUsageLink(links, await services.usageLinks.create(usage)) : links;
}

async function shownNode(
  parts: HandlerParts,
  context: RequestContext,
  id: NodeId,
  { view, content }: ShownState,
): Promise<ShownNode> {
  const { node, more: { version } = {} } = view;
  const kind = mediaTypeOf({ ...node, content: content ?? node.content });
  const links = await linksOf(parts, context, view);
  const isText = kind === 'file-txt' && content !== undefined && version === undefined;
  return {
    kind,
    title: titleOf(node.properties) ?? node.name,
    description: descriptionOf(node.properties) ?? '',
    preview: presentPreview(view, links),
    download: content === undefined ? undefined : links.download(id, version),
    shownInline: content !== undefined && isShownInline(content.mimeType),
    link: node.properties['ccm:wwwurl']?.[0],
    text: isText ? (await parts.services.nodeTexts.get(context.caller, id)).text : undefined,
  };
}

export function renderingHandlers(parts: HandlerParts): Pick<Handlers, 'getRenderingDetails'> {
  return {
    async getRenderingDetails({ params, query }, context) {
      const id = nodeAt(params.node, context.caller, parts.services.systemFolders);
      const state = await readState(parts, context, id, requestedVersion(query.version));
      const shown = await shownNode(parts, context, id, state);
      const detailsSnippet = renderingSnippet(shown, { contentOnly: query.displayMode === 'embed' });
      const mimeType = (state.content ?? state.view.node.content)?.mimeType ?? '';
      const rest = JSON.stringify({ detailsSnippet, mimeType }).slice(0, -1);
      return new WrittenJson(`${rest},"node":`, parts.writeNode.entry(state.view, context), '}');
    },
  };
}
