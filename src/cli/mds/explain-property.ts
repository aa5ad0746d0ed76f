import { nearestOf } from '../../base/nearest.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { Explanation, MetadataSet } from './views.ts';

type Dictionary = Result<Operations['getDictionary']>;

const shownValues = 4;

/** The captions of the first values and, if there are more, the command that lists all. */
function valuesOf(set: MetadataSet, widget: MetadataSet['widgets'][number] | undefined): string {
  if (widget?.hasValues !== true) return '';
  const command = `edu-repo mds values ${shellWord(set.mds.ref.id)} ${shellWord(widget.id)}`;
  if (widget.values === null) return `many; to list them: ${command}`;
  const captions = widget.values.slice(0, shownValues).map(({ caption }) => caption);
  const more = widget.values.length - captions.length;
  return more > 0 ? `${captions.join(' | ')} | and ${more} more; to list them: ${command}` : captions.join(' | ');
}

function unknownProperty(property: string, known: readonly string[], set: string): Failure {
  return new Failure(exitCodes.notFound, {
    what: `Neither the metadata set ${set} nor the content model defines the property "${property}".`,
    why: `The most similar known property is ${nearestOf(known, property)}.`,
    next: `To explain that one: edu-repo mds explain ${shellWord(nearestOf(known, property))}; to list all: edu-repo mds get ${shellWord(set)}`,
  });
}

/** Throws a failure that names the most similar property if the property is unknown. */
export function explainProperty(set: MetadataSet, dictionary: Dictionary, property: string): Explanation {
  const { mds, widgets } = set;
  const widget = widgets.find(({ id }) => id === property);
  const definition = dictionary.properties.find(({ name }) => name === property);
  if (widget === undefined && definition === undefined) {
    const known = [...widgets.map(({ id }) => id), ...dictionary.properties.map(({ name }) => name)];
    throw unknownProperty(property, known, mds.ref.id);
  }
  const has = ({ properties }: { readonly properties: readonly { readonly name: string }[] }): boolean =>
    properties.some(({ name }) => name === property);
  return {
    property,
    set: `${set.name} (${mds.ref.id})`,
    caption: widget?.caption ?? null,
    help: widget?.bottomCaption ?? null,
    title: definition?.title ?? null,
    type: definition?.type ?? null,
    several: definition?.list ?? false,
    widget: widget?.type ?? null,
    required: widget?.isRequired ?? null,
    values: valuesOf(set, widget),
    views: mds.forms.filter(({ panels }) => panels.some(has)).map(({ id }) => id),
    lists: mds.lists.filter(has).map(({ id }) => id),
    queries: mds.queries.queries.flatMap(({ criteriaboxid, properties }) =>
      properties
        .filter(({ name }) => name === property)
        .map(({ statement }) => ({ query: criteriaboxid, statement: statement ?? 'its whole value' })),
    ),
  };
}
