import type { Client } from '../../client/client.ts';
import { home, type Node } from './nodes.ts';
import type { Visit } from './visit.ts';

type MetadataSet = Awaited<ReturnType<Client['getMetadataSet']>>;

type Widget = MetadataSet['widgets'][number];

/** A group of fields with its caption. */
interface FieldGroup {
  readonly caption: string;
  readonly fields: readonly string[];
}

/** What pages need of a metadata set, in one language. */
export interface Metadata {
  /** The groups of fields that the set shows for a kind of page, such as `io_render`. */
  groups(...ids: readonly string[]): readonly FieldGroup[];
  captionOf(property: string): string;
  /** The caption of a value of a list, or the value itself. */
  valueOf(property: string, value: string): string;
  widgetOf(property: string): Widget | undefined;
}

const shownFields = /<([\w.-]+(?::[\w.-]+)?)[^<>]*>/g;

function metadataOf({ groups, views, widgets }: MetadataSet): Metadata {
  const byProperty = new Map(widgets.map((widget) => [widget.id, widget]));
  const values = new Map<string, ReadonlyMap<string, string>>();
  const captionsOf = (property: string): ReadonlyMap<string, string> => {
    const list = byProperty.get(property)?.values ?? [];
    const captions = values.get(property) ?? new Map(list.map(({ id, caption }) => [id, caption]));
    values.set(property, captions);
    return captions;
  };
  return {
    groups(...ids) {
      const group = ids.map((id) => groups.find((each) => each.id === id)).find((each) => each !== undefined);
      return (group?.views ?? []).flatMap((id) => {
        const view = views.find((each) => each.id === id);
        if (view === undefined) return [];
        const fields = [...view.html.matchAll(shownFields)].map(([, name = '']) => name);
        return [{ caption: view.caption ?? '', fields: fields.filter((name) => byProperty.has(name)) }];
      });
    },
    captionOf: (property) => byProperty.get(property)?.caption ?? property,
    valueOf: (property, value) => captionsOf(property).get(value) ?? value,
    widgetOf: (property) => byProperty.get(property),
  };
}

interface Remembered {
  readonly metadata: Promise<Metadata>;
  readonly until: number;
}

/** A set is the same for all visitors, and large. An administrator's change shows after this time in milliseconds. */
const lifetime = 10_000;

const maxRemembered = 50;

/** The sets of each repository: a process of the tests has several. */
const caches = new WeakMap<object, Map<string, Remembered>>();

function cacheOf({ assets }: Visit): Map<string, Remembered> {
  const cache = caches.get(assets) ?? new Map<string, Remembered>();
  caches.set(assets, cache);
  return cache;
}

/** The metadata set with this ID, or the default set. */
export function metadataSet(visit: Visit, id = '-default-'): Promise<Metadata> {
  const remembered = cacheOf(visit);
  const key = `${visit.texts.language} ${id}`;
  const now = visit.now().getTime();
  const known = remembered.get(key);
  if (known !== undefined && known.until > now) return known.metadata;
  if (remembered.size >= maxRemembered) remembered.clear();
  const metadata = visit.call.getMetadataSet({ ...home, metadataset: id }).then(metadataOf);
  remembered.set(key, { metadata, until: now + lifetime });
  metadata.catch(() => remembered.delete(key));
  return metadata;
}

/** The ID of a metadata set in calls: nodes name the default set otherwise. */
export const metadataSetId = (metadataset: string): string => (metadataset === 'default' ? '-default-' : metadataset);

/** The metadata set of a node, or the default set if the repository no longer has it. */
export const metadataOfNode = (visit: Visit, { metadataset }: Node): Promise<Metadata> =>
  metadataSet(visit, metadataSetId(metadataset)).catch(() => metadataSet(visit));
