import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';
import type { Captions } from '../../../domain/metadata/value-list.ts';
import { idOf } from '../../../domain/metadata-import/ids.ts';
import { captionOf, type ImportContext, some } from '../import-context.ts';
import { ElementReader } from './element-reader.ts';
import type { XmlElement } from './element-tree.ts';
import { readForms } from './forms.ts';
import { readLists, readSorts } from './lists.ts';
import { readModel } from './model.ts';
import { readQueries } from './queries.ts';
import { readGroups, readViews } from './views.ts';
import { readWidgets } from './widgets.ts';

const sameTexts = (a: Captions, b: Captions): boolean => JSON.stringify([...a]) === JSON.stringify([...b]);

function readName(from: ElementReader, context: ImportContext): Captions | undefined {
  const name = captionOf(from, context, 'name');
  const label = captionOf(from, context, 'label');
  if (name !== undefined && label !== undefined && !sameTexts(name, label)) {
    from.report('left-out', 'a label in addition to the name; a set has one name');
  }
  return name ?? label;
}

function readId(from: ElementReader): string {
  const ownId = from.text('id');
  const id = idOf(ownId ?? from.element.file);
  if (ownId === undefined)
    from.report('changed', `a set without an ID; it gets the ID ${id} from the name of its file`);
  else if (ownId !== id) from.report('changed', `the ID "${ownId}" is not a valid ID; it becomes ${id}`);
  return id;
}

function readCreate(from: ElementReader): MetadataSet['create'] {
  const create = from.one('create');
  if (create === undefined) return undefined;
  const onlyMetadata = create.flag('onlyMetadata');
  create.end();
  return { onlyMetadata };
}

/**
 * Reads a `<metadataset>` of the older form (`<model>`, `<forms>`, `<views>`), of the newer one (`<widgets>`,
 * `<templates>`, `<groups>`), or of both mixed: their parts have different names. Reports what it does not import.
 */
export function readMetadataSet(root: XmlElement, context: ImportContext): MetadataSet {
  const from = new ElementReader(root, context.notes);
  const bundle = from.text('i18n');
  if (bundle !== undefined && !context.bundles.has(bundle)) {
    from.report(
      'left-out',
      `the bundle ${bundle}.properties is not among the files; its keys are shown instead of the texts`,
    );
  }
  const inherits = from.text('inherit');
  const set: MetadataSet = {
    id: readId(from),
    name: readName(from, context),
    inherits: inherits === undefined ? undefined : idOf(inherits),
    hidden: from.flag('hidden'),
    create: readCreate(from),
    types: some(readModel(from, context)),
    fields: some(readWidgets(from, context)),
    forms: some(readForms(from, context)),
    views: some(readViews(from, context)),
    groups: some(readGroups(from)),
    lists: some(readLists(from, context)),
    sorts: some(readSorts(from, context)),
    queries: readQueries(from, context),
  };
  from.end();
  return set;
}
