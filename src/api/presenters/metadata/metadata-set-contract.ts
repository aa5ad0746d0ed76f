import type { z } from 'zod';
import type { Mds, MdsFieldProperty, MdsQueryProperty } from '../../../contract/objects/metadata-set.ts';
import { captionIn } from '../../../domain/metadata/captions.ts';
import { completed } from '../../../domain/metadata/metadata-fields.ts';
import type {
  Criterion,
  Field,
  Form,
  MetadataSet,
  MetadataType,
  Queries,
  View,
} from '../../../domain/metadata/metadata-set.ts';
import { fieldsOfView } from './metadata-set-later.ts';
import { captionOf, type ValueBudget } from './metadata-values.ts';
import type { SetContext } from './set-context.ts';

type WireMds = z.output<typeof Mds>;

/** The fields of a property that forms, views, lists and queries share. */
function presentProperty(field: Field, budget: ValueBudget): z.output<typeof MdsFieldProperty> {
  const { language } = budget;
  const values = budget.take(field);
  return {
    name: field.property,
    label: captionIn(field.caption, language) ?? null,
    labelHint: captionIn(field.hint ?? field.bottomCaption, language) ?? null,
    formHeight: field.height ?? null,
    formLength: field.length ?? null,
    widget: field.widget ?? null,
    widgetTitle: captionIn(field.widgetTitle, language) ?? null,
    copyFrom: [...(field.copyFrom ?? [])],
    parameters: (field.parameters ?? []).map(({ name, value }) => ({ name, value })),
    values: (values ?? []).map((entry) => ({ key: entry.key, value: captionOf(entry, language) })),
    hasValues: values !== undefined,
    defaultValues: [...(field.defaultValues ?? [])],
    multiple: field.multiple ?? false,
    placeHolder: captionIn(field.placeholder, language) ?? null,
    styleName: field.style ?? null,
    styleNameLabel: field.captionStyle ?? null,
    type: field.type ?? null,
  };
}

/** The validators of a field, always with `MANDATORY` if the field is mandatory. */
function validatorsOf({ validators = [], required }: Field): string[] {
  const types = validators.map(({ type }) => type);
  return required === 'mandatory' && !types.includes('MANDATORY') ? [...types, 'MANDATORY'] : types;
}

const presentCriterion = (criterion: Criterion, budget: ValueBudget): z.output<typeof MdsQueryProperty> => ({
  ...presentProperty(criterion, budget),
  validators: validatorsOf(criterion),
  statement: criterion.statement ?? null,
  multipleJoin: criterion.multipleJoin ?? null,
  toogle: criterion.toggle ?? false,
  initByGetParam: criterion.initByParameter ?? null,
});

const presentType = ({ name, properties }: MetadataType): WireMds['types'][number] => ({
  type: name,
  properties: properties.map((property) => ({
    name: property.name,
    type: property.dataType ?? null,
    defaultValue: property.defaultValue ?? null,
    processtype: property.process ?? null,
    keyContenturl: property.keyContentUrl ?? null,
    concatewithtype: property.concatenateWithType ?? false,
    multiple: property.multiple ?? false,
    copyFrom: property.copyFrom ?? null,
  })),
});

/** The forms of a set. A group of views without a form of the same ID becomes a form, and each view a panel. */
function formsOf(set: MetadataSet): readonly Form[] {
  const forms = set.forms ?? [];
  const known = new Set(forms.map(({ id }) => id));
  const views = new Map((set.views ?? []).map((view) => [view.id, view]));
  const asPanel = (view: View) => ({ name: view.id, caption: view.caption, fields: fieldsOfView(set, view) });
  const grouped = (set.groups ?? []).filter(({ id }) => !known.has(id));
  return [
    ...forms,
    ...grouped.map((group) => ({
      id: group.id,
      panels: group.views.flatMap((id) => views.get(id) ?? []).map(asPanel),
    })),
  ];
}

function presentForm(set: MetadataSet, { id, panels }: Form, budget: ValueBudget): WireMds['forms'][number] {
  return {
    id,
    panels: panels.map((panel) => ({
      name: panel.name,
      styleName: panel.style ?? null,
      label: captionIn(panel.caption, budget.language) ?? null,
      layout: panel.layout ?? null,
      order: panel.order ?? null,
      onCreate: panel.onCreate ?? true,
      onUpdate: panel.onUpdate ?? true,
      multiUpload: panel.multiUpload ?? false,
      properties: panel.fields.map((panelField) => {
        const field = completed(set, panelField, panel.name);
        return { ...presentProperty(field, budget), validators: validatorsOf(field) };
      }),
    })),
  };
}

function presentQueries(set: MetadataSet, budget: ValueBudget): WireMds['queries'] {
  const { base = [], queries }: Queries = set.queries ?? { queries: [] };
  return {
    baseQuery: base.find(({ unlessGiven }) => unlessGiven === undefined)?.statement ?? null,
    queries: queries.map((query) => ({
      criteriaboxid: query.id,
      handlerclass: query.handler ?? null,
      join: query.join ?? 'AND',
      label: captionIn(query.caption, budget.language) ?? null,
      layout: query.layout ?? null,
      statement: query.statement ?? null,
      stylename: query.style ?? null,
      widget: query.widget ?? null,
      properties: query.criteria.map((criterion) => presentCriterion(completed(set, criterion), budget)),
    })),
  };
}

export const presentContractSet = (set: MetadataSet, context: SetContext, budget: ValueBudget): WireMds => ({
  types: (set.types ?? []).map(presentType),
  ref: { repo: context.repository, id: set.id },
  lists: (set.lists ?? []).map(({ id, caption, columns }) => ({
    id,
    label: captionIn(caption, context.language) ?? null,
    properties: columns.map((column) => presentProperty(completed(set, column), budget)),
  })),
  queries: presentQueries(set, budget),
  forms: formsOf(set).map((form) => presentForm(set, form, budget)),
  views: (set.views ?? []).map((view) => ({
    id: view.id,
    properties: fieldsOfView(set, view).map((field) => presentProperty(completed(set, field, view.id), budget)),
  })),
});
