import type { z } from 'zod';
import type { FileBody, UploadedFile } from './file-body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an operation. Services check the rights on single nodes.
 *
 * - `public`: everyone, even if authentication failed
 * - `guest`: signed-in people, and guests if the repository allows them
 * - `user`: signed-in people
 * - `self-or-admin`: the person in the path, and administrators
 * - `self-guest-or-admin`: the same, and the guest for `-me-` if the repository allows guests
 * - `member-or-admin`: direct and indirect members of the group in the path, and administrators
 * - `app-or-user`: apps by their signature alone, and signed-in people
 * - `app-or-admin`: apps by their signature alone, and administrators
 * - `admin`: administrators
 */
export type Access =
  | 'public'
  | 'guest'
  | 'user'
  | 'self-or-admin'
  | 'self-guest-or-admin'
  | 'member-or-admin'
  | 'app-or-user'
  | 'app-or-admin'
  | 'admin';

/** A JSON body. `name` is its name in messages. A body in an object with `name` or an alias as its only key is unwrapped. */
export interface JsonBody {
  readonly kind: 'json';
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly schema: z.ZodType;
  /** Clients may omit the body, or send an empty one or `null`. */
  readonly optional?: true;
  /** The contract requires the body although it is `optional` here. The document then lists it as required. */
  readonly requiredInContract?: true;
}

/** Form fields, as `application/x-www-form-urlencoded` or `multipart/form-data`. */
interface FormBody {
  readonly kind: 'form';
  readonly schema: z.ZodObject;
}

/** A body that is plain text in UTF-8. It is used byte for byte, whatever its media type, and never parsed as JSON. */
export interface TextBody {
  readonly kind: 'text';
  /** The name of the text in messages. */
  readonly name: string;
  /** The maximum length in characters (UTF-16 code units). */
  readonly maxCharacters: number;
  /** Clients may omit the body or send an empty one. */
  readonly optional?: true;
  /**
   * Also accepts `multipart/form-data` with the text in the first field. Without a boundary, the whole body is the
   * text.
   */
  readonly orInForm?: true;
}

/** A `multipart/form-data` body with one file in the field `field`, read as a stream. */
interface UploadBody {
  readonly kind: 'upload';
  readonly field: string;
}

/** The definition of one operation of the API. */
export interface Operation {
  readonly method: Method;
  /** Relative to `{base_url}`. */
  readonly path: `/${string}`;
  /** The path is relative to the context path, and the operation is served below `{base_url}` too. */
  readonly root?: 'context';
  /** Other methods and paths that existing clients use. */
  readonly alsoServedAs?: readonly { readonly method: Method; readonly path?: `/${string}` }[];
  readonly summary: string;
  readonly description?: string;
  /** The group in the OpenAPI document (its tag). */
  readonly group: string;
  /** Changes nothing, although its method is POST. */
  readonly readsOnly?: true;
  readonly access: Access;
  /** An app may call it without a person if it uses the node: by its signature and the headers `X-Edu-Usage-…`. */
  readonly byUsage?: true;
  /**
   * An app may send the same call again with the same signature, because it has the same effect when it is repeated. Calls
   * that only read are repeatable without this mark.
   */
  readonly repeatable?: true;
  /**
   * Supports dry runs, below `dryRunFolder`: its only effects are changes of the store. If it makes several, only the first is
   * checked.
   */
  readonly dryRun?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Its query may be longer, and have more parameters, than those of other operations: it has long texts or many values. */
  readonly longQuery?: true;
  readonly body?: JsonBody | FormBody | TextBody | UploadBody;
  /** The schema of the JSON response; `empty` for 200 without a body, `file` for bytes. */
  readonly result: z.ZodType | 'empty' | 'file';
  /** Error statuses in addition to those that every operation can return. */
  readonly errors?: readonly number[];
  /** Whether an operation that returns a file can return 302 with another address instead. */
  readonly redirects?: true;
  /** The bodies of those of the `errors` that have another body than an `ErrorResponse`. */
  readonly errorBodies?: Readonly<Record<number, z.ZodType>>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;
type ArgumentOf<S> = S extends z.ZodType ? z.input<S> : unknown;

type BodyParsed<B> = B extends { kind: 'json' | 'form'; schema: infer S extends z.ZodType }
  ? B extends { optional: true }
    ? z.output<S> | undefined
    : z.output<S>
  : B extends { kind: 'upload' }
    ? UploadedFile
    : B extends { kind: 'text' }
      ? string
      : undefined;
type BodyArgument<B> = B extends { kind: 'json' | 'form'; schema: infer S extends z.ZodType }
  ? B extends { optional: true }
    ? { readonly body?: z.input<S> }
    : { readonly body: z.input<S> }
  : B extends { kind: 'upload' }
    ? { readonly body: UploadedFile }
    : B extends { kind: 'text' }
      ? B extends { optional: true }
        ? { readonly body?: string }
        : { readonly body: string }
      : unknown;

/** The input of a handler: validated, with defaults. */
export interface Input<O extends Operation> {
  readonly params: Parsed<O['params']>;
  readonly query: Parsed<O['query']>;
  readonly body: BodyParsed<O['body']>;
}

/** The arguments of a client call: one flat object. Properties with a default are optional. */
export type Arguments<O extends Operation> = ArgumentOf<O['params']> & ArgumentOf<O['query']> & BodyArgument<O['body']>;

/** The result that a handler returns and a client receives. */
export type Result<O extends Operation> = O['result'] extends z.ZodType
  ? z.output<O['result']>
  : O['result'] extends 'file'
    ? FileBody
    : undefined;

/** Whether a call of the operation changes nothing. */
export const isReading = ({ method, readsOnly }: Operation): boolean => method === 'GET' || readsOnly === true;

/** Checks the shape of an operation and keeps its literal types. */
export const operation = <const O extends Operation>(spec: O): O => spec;
