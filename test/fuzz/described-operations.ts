import { z } from 'zod';

/** A schema of the document: JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation as `openapi.json` describes it. */
export interface DescribedOperation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** From the root of the server, with names in braces. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  /** The schema of the body by its media type; empty where there is none. */
  readonly bodies: Readonly<Record<string, Schema>>;
  /** Whether the document names this header of an answer, in lower case, or tells of it in words. */
  tellsOf(header: string): boolean;
  /** Whether it is for administrators, or for those whom it is about and administrators. */
  readonly isForAdministrators: boolean;
  /** By status: what the body has to be. Undefined: there is no such response. */
  response(status: number): ResponseBody | undefined;
}

export type ResponseBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'file' }
  /** `mistake` says what is wrong with a body; undefined where nothing is. */
  | { readonly kind: 'json'; mistake(value: unknown): string | undefined };

type Json = Record<string, unknown>;

interface OpenApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const methods = ['get', 'put', 'post', 'delete'];

/** What the document says in words alone: an object comes in the form that the call asks for, and it describes the default. */
const withBothForms = (text: string): string =>
  text.replaceAll(
    /\{"\$ref":"(#\/\$defs\/(?:Node|NodeVersion))(?:InLists)?"/g,
    '{"anyOf":[{"$ref":"$1"},{"$ref":"$1InLists"}]',
  );

/** What a schema of the document says of a value. References are followed. */
function checker(schema: Schema, components: OpenApiDocument['components']['schemas']) {
  const text = JSON.stringify({ ...schema, $defs: components }).replaceAll('#/components/schemas/', '#/$defs/');
  const whole = withBothForms(text);
  const type = z.fromJSONSchema(JSON.parse(whole) as Json);
  return (value: unknown): string | undefined => {
    const { success, error } = type.safeParse(value);
    return success ? undefined : z.prettifyError(error);
  };
}

/** The operations of the document. */
export function describedOperations(document: OpenApiDocument): DescribedOperation[] {
  const checkers = new Map<string, (value: unknown) => string | undefined>();
  const checkerOf = (schema: Schema) => {
    const key = JSON.stringify(schema);
    const known = checkers.get(key) ?? checker(schema, document.components.schemas);
    checkers.set(key, known);
    return known;
  };

  const bodyOf = ({ content = {} }: OpenApiResponse): ResponseBody => {
    const json = content['application/json'];
    if (json !== undefined) return { kind: 'json', mistake: checkerOf(json.schema) };
    return { kind: Object.keys(content).length === 0 ? 'empty' : 'file' };
  };

  return Object.entries(document.paths).flatMap(([path, item]) => {
    const servers = (item['servers'] as OpenApiDocument['servers'] | undefined) ?? document.servers;
    return methods
      .filter((method) => item[method] !== undefined)
      .map((method) => {
        const operation = item[method] as OpenApiOperation;
        const { operationId, description = '', parameters = [], requestBody, responses } = operation;
        const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]);
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: `${servers[0]?.url}${path}`,
          parameters,
          tellsOf: (header) => JSON.stringify(operation).toLowerCase().includes(header),
          isForAdministrators: /\b(?:For|and) administrators\.$/.test(description),
          bodies: Object.fromEntries(bodies) as Record<string, Schema>,
          response: (status) => {
            const found = responses[status];
            return found === undefined ? undefined : bodyOf(found);
          },
        };
      });
  });
}
