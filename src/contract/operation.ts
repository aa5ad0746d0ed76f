import type { z } from 'zod';
import type { FileBody, UploadedFile } from './file-body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may try an operation at all; rights on single nodes are decided by the services.
 *
 * - `public`: everybody, also where the sign-in failed
 * - `guest`: whoever signed in, and the guest where one exists
 * - `user`: whoever signed in
 * - `self-or-admin`: the person the path names, and administrators
 * - `member-or-admin`: the members of the group the path names, also through other groups, and administrators
 * - `admin`: administrators
 */
export type Access = 'public' | 'guest' | 'user' | 'self-or-admin' | 'member-or-admin' | 'admin';

/** A JSON body. `name` is the body parameter's name in section 4; a body wrapped in that one key is understood too. */
export interface JsonBody {
  readonly kind: 'json';
  readonly name: string;
  readonly schema: z.ZodType;
  /** Clients may send none, an empty one, or `null`. */
  readonly optional?: true;
}

/** Form fields, as `application/x-www-form-urlencoded` or `multipart/form-data`. */
export interface FormBody {
  readonly kind: 'form';
  readonly schema: z.ZodObject;
}

/** A body that is a text itself, in UTF-8 and of any stated type: it is taken byte for byte, and never read as JSON. */
export interface TextBody {
  readonly kind: 'text';
  /** What the text is, for messages. */
  readonly name: string;
  /** In characters (code units of UTF-16). */
  readonly mostCharacters: number;
  /** Clients may send none, or an empty one. */
  readonly optional?: true;
  /** It may also come in the first field of `multipart/form-data`. Without a boundary such a body is the text itself. */
  readonly orInForm?: true;
}

/** A `multipart/form-data` body whose field `field` carries one file, read as a stream. */
export interface UploadBody {
  readonly kind: 'upload';
  readonly field: string;
}

/** One call of the interface: the only place that says how it is reached and what goes in and comes out. */
export interface Operation {
  readonly method: Method;
  /** Below `{base_url}`, or below the context path where `root` says so. */
  readonly path: `/${string}`;
  readonly root?: 'context';
  /** Further forms that clients in the field send. */
  readonly alsoServedAs?: readonly { readonly method: Method; readonly path?: `/${string}` }[];
  readonly summary: string;
  readonly description?: string;
  /** The path group of section 4 that it belongs to. */
  readonly group: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: JsonBody | FormBody | TextBody | UploadBody;
  /** The schema of the JSON answer, `empty` for 200 without a body, `file` for bytes. */
  readonly result: z.ZodType | 'empty' | 'file';
  /** The statuses it can answer besides 200, where they differ from 400, 401, 403, 404 and 500. */
  readonly errors?: readonly number[];
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

/** What a handler receives: validated, defaults filled in. */
export interface Input<O extends Operation> {
  readonly params: Parsed<O['params']>;
  readonly query: Parsed<O['query']>;
  readonly body: BodyParsed<O['body']>;
}

/** What a client passes: one flat object; what has a default may be left out. */
export type Arguments<O extends Operation> = ArgumentOf<O['params']> & ArgumentOf<O['query']> & BodyArgument<O['body']>;

/** What a handler returns and a client receives. */
export type Result<O extends Operation> = O['result'] extends z.ZodType
  ? z.output<O['result']>
  : O['result'] extends 'file'
    ? FileBody
    : undefined;

/** Checks an operation's shape and keeps its literal types. */
export const operation = <const O extends Operation>(spec: O): O => spec;
