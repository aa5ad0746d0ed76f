/** A schema: JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface ReducedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

type Contents = Readonly<Record<string, Schema>>;

/** What a client relies on of one operation. */
export interface ReducedOperation {
  readonly id: string;
  readonly parameters: readonly ReducedParameter[];
  readonly body?: { readonly required: boolean; readonly contents: Contents };
  /** By the status of a success: the schemas of the body by media type; none where there is no body. */
  readonly successes: Readonly<Record<string, Contents>>;
}

/** What clients rely on of `openapi.json`, without any text for people. */
export interface ReducedDocument {
  /** The version of the program that was released with it. */
  readonly release: string;
  /** By method and path, such as `get /_about`. */
  readonly operations: Readonly<Record<string, ReducedOperation>>;
  readonly components: Readonly<Record<string, Schema>>;
}

interface Content {
  readonly schema: Schema;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly ReducedParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

/** The parts of `openapi.json` that are read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

const wordsForPeople = new Set(['description', 'title', 'example', 'examples', 'default', '$comment']);

const mapped = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** A schema without words for people. A property may well be called `description`. */
function reducedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reducedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !wordsForPeople.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? mapped(value as Record<string, unknown>, reducedSchema) : reducedSchema(value),
    ]),
  );
}

const reduced = (schema: Schema): Schema => reducedSchema(schema) as Schema;

const contentsOf = (content: Readonly<Record<string, Content>> = {}): Contents =>
  mapped(content, ({ schema }) => reduced(schema));

function reducedOperation(operation: DescribedOperation): ReducedOperation {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return {
    id: operationId,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      schema: reduced(parameter.schema),
    })),
    ...(requestBody === undefined
      ? {}
      : { body: { required: requestBody.required === true, contents: contentsOf(requestBody.content) } }),
    successes: Object.fromEntries(successes.map(([status, { content }]) => [status, contentsOf(content)])),
  };
}

/** Leaves what clients rely on. */
export function reducedDocument(document: Document, release: string): ReducedDocument {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => [`${method} ${path}`, reducedOperation(item[method] as DescribedOperation)] as const),
  );
  return {
    release,
    operations: Object.fromEntries(operations),
    components: mapped(document.components.schemas, reduced),
  };
}
