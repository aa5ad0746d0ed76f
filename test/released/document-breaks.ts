import type { ReducedDocument, ReducedOperation, ReducedParameter } from './reduced-document.ts';
import { type ComponentPair, schemaBreaks } from './schema-breaks.ts';

interface OperationPair {
  readonly before: ReducedOperation;
  readonly now: ReducedOperation;
}

const sameAs =
  ({ name, in: place }: ReducedParameter) =>
  (other: ReducedParameter): boolean =>
    other.name === name && other.in === place;

function parameterBreaks(components: ComponentPair, { before, now }: OperationPair): string[] {
  const known = before.parameters.flatMap((parameter) => {
    const path = `${parameter.in} ${parameter.name}`;
    const other = now.parameters.find(sameAs(parameter));
    if (other === undefined) return [`${path}: the parameter is gone`];
    const stricter = other.required && !parameter.required ? [`${path}: the parameter is required`] : [];
    return [...stricter, ...schemaBreaks(components, 'input', { before: parameter.schema, now: other.schema }, path)];
  });
  const added = now.parameters.filter((parameter) => parameter.required && !before.parameters.some(sameAs(parameter)));
  return [
    ...known,
    ...added.map((parameter) => `${parameter.in} ${parameter.name}: the parameter is new and required`),
  ];
}

function bodyBreaks(components: ComponentPair, { before, now }: OperationPair): string[] {
  if (before.body === undefined) return now.body?.required === true ? ['body: is new and required'] : [];
  if (now.body === undefined) return ['body: is gone'];
  const stricter = now.body.required && !before.body.required ? ['body: is required'] : [];
  const { contents } = now.body;
  const ofTypes = Object.entries(before.body.contents).flatMap(([type, schema]) => {
    const other = contents[type];
    if (other === undefined) return [`body: ${type} is no longer accepted`];
    return schemaBreaks(components, 'input', { before: schema, now: other }, 'body');
  });
  return [...stricter, ...ofTypes];
}

function answerBreaks(components: ComponentPair, { before, now }: OperationPair): string[] {
  return Object.entries(before.successes).flatMap(([status, contents]) => {
    const contentsNow = now.successes[status];
    if (contentsNow === undefined) return [`${status}: the answer is gone`];
    return Object.entries(contents).flatMap(([type, schema]) => {
      const other = contentsNow[type];
      if (other === undefined) return [`${status}: the answer is no longer ${type}`];
      return schemaBreaks(components, 'output', { before: schema, now: other }, `${status}`);
    });
  });
}

function operationBreaks(components: ComponentPair, pair: OperationPair): string[] {
  const { before, now } = pair;
  // Generators make the names of functions of it.
  const renamed = before.id === now.id ? [] : [`operationId: was ${before.id} and is ${now.id}`];
  return [
    ...renamed,
    ...parameterBreaks(components, pair),
    ...bodyBreaks(components, pair),
    ...answerBreaks(components, pair),
  ];
}

/**
 * What a client that was made from the released document can no longer rely on: one line each, such as
 * `get /_about: 200.version: the field is gone`. What only adds is no break.
 */
export function documentBreaks(released: ReducedDocument, now: ReducedDocument): string[] {
  const components = { before: released.components, now: now.components };
  return Object.entries(released.operations).flatMap(([key, before]) => {
    const operation = now.operations[key];
    if (operation === undefined) return [`${key}: the operation is gone`];
    return operationBreaks(components, { before, now: operation }).map((line) => `${key}: ${line}`);
  });
}
