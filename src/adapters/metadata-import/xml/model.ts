import type { MetadataType, TypeProperty } from '../../../domain/metadata/metadata-set.ts';
import { type ImportContext, present, propertyName, propertyUnder } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';

function readTypeProperty(from: ElementReader, context: ImportContext): TypeProperty | undefined {
  const name = propertyUnder(from, context, 'name');
  if (name === undefined) return undefined;
  const copyFrom = from.text('copyfrom');
  const property: TypeProperty = {
    name,
    dataType: from.text('datatype'),
    process: from.text('processtype'),
    copyFrom: copyFrom === undefined ? undefined : propertyName(copyFrom, from, context),
    keyContentUrl: from.text('key_contenturl'),
    concatenateWithType: from.flag('concatewithtype'),
    multiple: from.flag('multiple'),
    defaultValue: from.text('defaultvalue'),
  };
  from.end();
  return property;
}

function readType(from: ElementReader, context: ImportContext): MetadataType | undefined {
  const name = propertyUnder(from, context, 'name');
  if (name === undefined) return undefined;
  const properties = from.inside('properties', 'property').map((property) => readTypeProperty(property, context));
  from.end();
  return { name, properties: present(properties) };
}

/** `<model>` of the older form: the properties of each type. */
export const readModel = (set: ElementReader, context: ImportContext): readonly MetadataType[] =>
  present(set.inside('model', 'type').map((type) => readType(type, context)));
