import type { z } from 'zod';
import type { MdsEntry, MdsWidget } from '../../../contract/objects/metadata-set.ts';
import { captionIn } from '../../../domain/metadata/captions.ts';
import { fieldKey } from '../../../domain/metadata/metadata-inheritance.ts';
import type { Condition, Field, Form, MetadataSet, View, ViewGroup } from '../../../domain/metadata/metadata-set.ts';
import { presentValue, type ValueBudget } from './metadata-values.ts';
import { nameOfSet, type SetContext } from './set-context.ts';

type WireWidget = z.output<typeof MdsWidget>;
type LaterSet = Omit<z.output<typeof MdsEntry>, 'mds'>;

/** The fields of a view. Without a list of fields, these are the fields that are elements of its HTML. */
export function fieldsOfView(set: MetadataSet, { fields, html }: View): readonly Field[] {
  if (fields !== undefined || html === undefined) return fields ?? [];
  const known = new Set((set.fields ?? []).map(({ property }) => property));
  const named = [...html.matchAll(/<([\p{L}\p{N}_.:-]+)/gu)].map(([, element = '']) => element);
  return [...new Set(named)].filter((name) => known.has(name)).map((property) => ({ property }));
}

const presentCondition = ({ type, value, negated, dynamic, pattern }: Condition): WireWidget['condition'] => ({
  type: type ?? null,
  value,
  negate: negated ?? false,
  dynamic: dynamic ?? false,
  pattern: pattern ?? null,
});

function presentWidget(field: Field, budget: ValueBudget): WireWidget {
  const { language } = budget;
  const values = budget.take(field);
  const caption = (captions: Field['caption']): string | null => captionIn(captions, language) ?? null;
  return {
    id: field.property,
    caption: caption(field.caption),
    bottomCaption: caption(field.bottomCaption ?? field.hint),
    icon: field.icon ?? null,
    type: field.widget ?? null,
    template: field.view ?? null,
    hasValues: values !== undefined,
    values: values?.map((entry) => presentValue(entry, language)) ?? null,
    placeholder: caption(field.placeholder),
    unit: field.unit ?? null,
    min: field.minimum ?? null,
    max: field.maximum ?? null,
    defaultMin: field.defaultMinimum ?? null,
    defaultMax: field.defaultMaximum ?? null,
    step: field.step ?? null,
    maxlength: field.maximumLength ?? null,
    isExtended: field.extended ?? false,
    isRequired: field.required ?? 'optional',
    isSearchable: field.searchable ?? true,
    hideIfEmpty: field.hideIfEmpty ?? false,
    allowValuespaceSuggestions: values !== undefined && field.valuesOnly !== true,
    filterMode: field.filterMode ?? null,
    expandable: field.expandable ?? null,
    interactionType: field.interaction ?? null,
    format: field.format ?? null,
    link: field.link ?? null,
    defaultvalue: field.defaultValues?.[0] ?? null,
    suggestionDisplay: field.suggestionDisplay ?? null,
    condition: field.condition === undefined ? null : presentCondition(field.condition),
    subwidgets: (field.parts ?? []).map((id) => ({ id })),
  };
}

/** The fields of a set, and the additional fields of its forms, views and queries, each once. */
function widgetsOf(set: MetadataSet): readonly Field[] {
  const fields = new Map((set.fields ?? []).map((field) => [fieldKey(field), field]));
  const known = new Set((set.fields ?? []).map(({ property }) => property));
  const others = [
    ...(set.forms ?? []).flatMap(({ panels }) => panels.flatMap(({ fields }) => fields)),
    ...(set.views ?? []).flatMap(({ fields = [] }) => fields),
    ...(set.queries?.queries ?? []).flatMap(({ criteria }) => criteria),
  ];
  for (const field of others) {
    if (known.has(field.property)) continue;
    known.add(field.property);
    fields.set(fieldKey(field), field);
  }
  return [...fields.values()];
}

/** The HTML for a view that has none: an element for each field. */
const htmlOf = (fields: readonly Field[]): string =>
  fields.map(({ property }) => `<${property}></${property}>`).join('\n');

const panelId = (form: Form, name: string): string => `${form.id}_${name}`;

/** Clients of later server versions read the panels of a form as views, unless the set has a view group for the form. */
function viewsOf(set: MetadataSet): readonly View[] {
  const grouped = new Set((set.groups ?? []).map(({ id }) => id));
  const forms = (set.forms ?? []).filter(({ id }) => !grouped.has(id));
  return [
    ...(set.views ?? []),
    ...forms.flatMap((form) =>
      form.panels.map(({ name, caption, fields }) => ({ id: panelId(form, name), caption, fields })),
    ),
  ];
}

function groupsOf(set: MetadataSet): readonly ViewGroup[] {
  const groups = set.groups ?? [];
  const known = new Set(groups.map(({ id }) => id));
  const forms = (set.forms ?? []).filter(({ id }) => !known.has(id));
  return [
    ...groups,
    ...forms.map((form) => ({ id: form.id, views: form.panels.map(({ name }) => panelId(form, name)) })),
  ];
}

/** Presents a set in the form for clients of later server versions. */
export const presentLaterSet = (set: MetadataSet, { language }: SetContext, budget: ValueBudget): LaterSet => ({
  name: nameOfSet(set, language),
  create: set.create === undefined ? null : { onlyMetadata: set.create.onlyMetadata ?? false },
  widgets: widgetsOf(set).map((field) => presentWidget(field, budget)),
  views: viewsOf(set).map((view) => ({
    id: view.id,
    caption: captionIn(view.caption, language) ?? null,
    icon: view.icon ?? null,
    html: view.html ?? htmlOf(view.fields ?? []),
    rel: view.relation ?? null,
    hideIfEmpty: view.hideIfEmpty ?? false,
    isExtended: view.extended ?? false,
  })),
  groups: groupsOf(set).map(({ id, views, rendering }) => ({ id, views: [...views], rendering: rendering ?? null })),
  lists: (set.lists ?? []).map(({ id, columns }) => ({
    id,
    columns: columns.map(({ property, format, shown }) => ({
      ...{ id: property, format: format ?? null },
      showDefault: shown ?? true,
    })),
  })),
  sorts: (set.sorts ?? []).map((sort) => ({
    id: sort.id,
    columns: sort.columns.map(({ property, mode }) => ({ id: property, mode: mode ?? null })),
    default:
      sort.default === undefined ? null : { sortBy: sort.default.property, sortAscending: sort.default.ascending },
  })),
});
