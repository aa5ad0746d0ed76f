import type { z } from 'zod';
import type { NodeInLists } from '../../../contract/objects/node.ts';
import { type AccessName, accessNames, accessOf, type Rights } from '../../../domain/access/rights.ts';
import { descriptionOf, titleOf } from '../../../domain/nodes/properties.ts';
import { versionLabel } from '../../../domain/nodes/version-number.ts';
import { presentPerson } from '../person.ts';
import type { NodePresenter } from './node-presenter.ts';
import { presentProperties } from './node-properties.ts';
import { presentPreview } from './preview.ts';

type WireNode = z.output<typeof NodeInLists>;

/** An object with the field, or an empty object if it has no value. */
const optional = <K extends string, V>(name: K, value: V | null | undefined): { [name in K]?: V } =>
  // The compiler treats a computed name as any string.
  value === null || value === undefined ? {} : ({ [name]: value } as { [name in K]: V });

function presentAccess(rights: Rights): WireNode['access'] {
  const granted: ReadonlySet<AccessName> = new Set(accessOf(rights));
  return accessNames.map((permission) => ({ permission, hasRight: granted.has(permission) }));
}

export const nodeAsLists: NodePresenter = (view, options): WireNode => {
  const { repository, links } = options;
  const { node } = view;
  const properties = presentProperties(view, options);
  const { url, width, height } = presentPreview(view, links);
  return {
    ref: { repo: repository, id: node.id },
    ...optional('parent', node.parent && { repo: repository, id: node.parent }),
    type: node.type,
    aspects: [...node.aspects],
    name: node.name,
    ...optional('title', titleOf(node.properties)),
    ...optional('description', descriptionOf(node.properties)),
    createdAt: node.createdAt,
    createdBy: presentPerson(node.createdBy, view.creator),
    modifiedAt: node.modifiedAt,
    modifiedBy: presentPerson(node.modifiedBy, view.modifier),
    contentVersion: versionLabel(node.version),
    contentUrl: links.download(node.id),
    properties: Object.entries(properties).map(([name, values]) => ({ name, values })),
    ...optional('mimetype', node.content?.mimeType),
    ...optional('size', node.content?.size),
    access: presentAccess(view.rights),
    preview: { url, width, height },
  };
};
