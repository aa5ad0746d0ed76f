import type { Context } from 'koa';
import type { koaBody } from 'koa-body';
import { badRequest, messageOf, RepositoryError } from '../base/errors/errors.ts';
import type { Call } from '../contract/call.ts';
import type { OperationName } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import type { FormUpload } from '../contract/page.ts';
import type { BodyGuard, HeldBytes, Reception } from './body/body-guard.ts';
import { contentEncodingOf } from './body/content-encoding.ts';
import { asTokenFailure, formInJson, parseUrlencoded, receiveFields } from './body/form-body.ts';
import { parseJson, parseText } from './body/json-body.ts';
import { type FormFields, isFormWithBoundary } from './body/multipart.ts';
import { receiveTextInForm } from './body/text-body.ts';
import { receiveFormWithFile, receiveUpload } from './body/upload.ts';
import type { ClientAddressOf } from './connection/client-address.ts';
import { type FormLimits, type HttpLimits, pageFormLimits, tokenFormLimits } from './limits.ts';
import { isJsonType, wrongMediaType } from './media-types.ts';
import { readQuery } from './query.ts';

/** `Range` applies to GET only (RFC 9110, 14.2), so a HEAD describes the whole file. */
function headersOf({ method, req }: Context): Call['headers'] {
  // Only `Set-Cookie` is a list, and requests do not have it.
  const headers = req.headers as Call['headers'];
  return method === 'HEAD' && headers['range'] !== undefined ? { ...headers, range: undefined } : headers;
}

function asBodyError(error: unknown, limit: number): RepositoryError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413)
    return new RepositoryError('TooLarge', `The body has more than ${limit} bytes. Send a smaller one.`);
  if (status === 415)
    return new RepositoryError(
      'WrongMediaType',
      'The Content-Encoding of the body is not supported. Send it as it is, or with gzip, deflate or br.',
    );
  return badRequest(`The body cannot be read: ${messageOf(error)}.`);
}

/** With all that it needs, koa-body is a tenth of what a server loads, so the first body loads it and not the start. */
let makeReader: typeof koaBody | undefined;

const readersByLimit = new Map<number, ReturnType<typeof koaBody>>();

function readerFor(limit: number): ReturnType<typeof koaBody> {
  const known = readersByLimit.get(limit);
  if (known !== undefined) return known;
  if (makeReader === undefined) throw new Error('koa-body was not loaded before the body.');
  const reader = makeReader({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ['*/*'],
    textLimit: limit,
    // One character for each byte, because the parsers check the bytes first.
    encoding: 'latin1',
  });
  readersByLimit.set(limit, reader);
  return reader;
}

/** What koa-body uses of a context. */
type BodyContext = Pick<Context, 'is' | 'method' | 'req' | 'request'>;

/**
 * The same request with a media type that koa-body reads. It would skip a body without a type, or with an invalid one. The object must not
 * inherit from the context (`Object.create`): V8 creates a hidden class for each object that others inherit from. The class is in the old
 * generation and keeps the request and its response in memory until the next full garbage collection.
 */
const withReadableType = ({ method, req, request }: Context): BodyContext => ({
  method,
  req,
  request,
  is: () => 'text/plain',
});

/** Reads a body of any media type into memory. Undefined if it is empty, because some clients send an empty body for none. */
async function readBytes(context: Context, limit: number): Promise<Buffer | undefined> {
  // koa-body knows only the registered names.
  if (context.req.headers['content-encoding'] !== undefined)
    context.req.headers['content-encoding'] = contentEncodingOf(context.req);
  try {
    // koa-body uses nothing else of the context.
    await readerFor(limit)(withReadableType(context) as Context, async () => {});
  } catch (error) {
    throw asBodyError(error, limit);
  }
  // koa-body adds the body to the request without a type.
  const { body } = context.request as { readonly body?: string };
  return body === undefined || body === '' ? undefined : Buffer.from(body, 'latin1');
}

/** Reads a whole body and then parses it. An empty body is not parsed. */
function receiveWhole<T>(context: Context, limit: number, parse: (bytes: Buffer) => T): Reception<T | undefined> {
  let stop: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  const read = async (): Promise<T | undefined> => {
    const bytes = await Promise.race([readBytes(context, limit), stopped]);
    return bytes === undefined ? undefined : parse(bytes);
  };
  return { value: read(), stop };
}

/** The size of a compressed body is known only after decompression, so its limit is reserved. */
const heldBytes = ({ req }: Context, limit: number): HeldBytes =>
  contentEncodingOf(req) === 'identity' ? 'all' : limit;

const noBody: Reception<undefined> = { value: Promise.resolve(undefined), stop: () => undefined };

/** The memory that the stream of an upload uses, in bytes. */
const uploadBytes = 256_000;

const receiveForm = (context: Context, limits: FormLimits): Reception<unknown> => {
  switch (context.is('application/x-www-form-urlencoded', 'multipart/form-data')) {
    case 'application/x-www-form-urlencoded':
      return receiveWhole(context, limits.bytes, (bytes) => parseUrlencoded(bytes, limits.fields));
    case 'multipart/form-data':
      return receiveFields(context.req, context.get('content-type'), limits);
    default:
      if (context.get('content-type') !== '' && isJsonType(context.get('content-type'))) throw formInJson();
      return noBody;
  }
};

/** An empty body and `null` stand for no body, whatever their type. */
function receiveJson(context: Context, { jsonBody, jsonDepth }: HttpLimits): Reception<unknown> {
  const type = context.get('content-type');
  const isJson = isJsonType(type);
  return receiveWhole(context, jsonBody, (bytes) => {
    if (isJson || bytes.toString('latin1').trim() === 'null') return parseJson(bytes, jsonDepth);
    throw wrongMediaType(type);
  });
}

const receiveText = (context: Context, limit: number, mayBeForm: boolean): Reception<unknown> => {
  const type = context.get('content-type');
  return mayBeForm && isFormWithBoundary(type)
    ? receiveTextInForm(context.req, type, limit)
    : receiveWhole(context, limit, parseText);
};

/** Before the guard: it lets the body flow, and a reader that came later would miss the first bytes. */
async function loadReader(): Promise<void> {
  makeReader ??= (await import('koa-body')).koaBody;
}

/** Reads the forms of pages. A body that is not a form has no fields. */
export interface ReadForm {
  readForm(context: Context): Promise<FormFields>;
  readUpload(context: Context): Promise<FormUpload>;
}

/** `maxFileBytes`: undefined for no limit. */
export function createReadForm(guard: BodyGuard, maxFileBytes: number | undefined): ReadForm {
  const exchangeOf = ({ req, res }: Context) => ({ request: req, response: res });
  const readForm = async (context: Context): Promise<FormFields> => {
    await loadReader();
    const isForm = typeof context.is('application/x-www-form-urlencoded', 'multipart/form-data') === 'string';
    if (!isForm) return {};
    const held = heldBytes(context, pageFormLimits.bytes);
    const fields = await guard.receive(exchangeOf(context), held, () => receiveForm(context, pageFormLimits));
    return (fields ?? {}) as FormFields;
  };
  return {
    readForm,
    async readUpload(context) {
      const type = context.get('content-type');
      if (context.is('multipart/form-data') !== 'multipart/form-data')
        return { fields: await readForm(context), file: undefined };
      return guard.receive(exchangeOf(context), uploadBytes, () =>
        receiveFormWithFile(context.req, type, maxFileBytes),
      );
    },
  };
}

/** Turns requests into calls. Nothing after this point depends on Koa. */
export function createDecode(limits: HttpLimits, clientAddressOf: ClientAddressOf, guard: BodyGuard) {
  /** Only the media type selects a parser; its parameters do not. */
  const readBody = async (body: NonNullable<Operation['body']>, context: Context): Promise<unknown> => {
    await loadReader();
    const exchange = { request: context.req, response: context.res };
    const receive = <T>(limit: number, start: () => Reception<T>) =>
      guard.receive(exchange, heldBytes(context, limit), start);
    switch (body.kind) {
      case 'json':
        return receive(limits.jsonBody, () => receiveJson(context, limits));
      case 'text': {
        // An operation may allow longer texts than other bodies.
        const limit = Math.max(body.maxCharacters, limits.jsonBody);
        return receive(limit, () => receiveText(context, limit, body.orInForm === true));
      }
      case 'form':
        return receive(tokenFormLimits.bytes, () => receiveForm(context, tokenFormLimits)).catch((error: unknown) => {
          throw asTokenFailure(error);
        });
      case 'upload':
        return context.is('multipart/form-data') === 'multipart/form-data'
          ? guard.receive(exchange, uploadBytes, () =>
              receiveUpload(context.req, context.get('content-type'), limits.upload),
            )
          : undefined;
    }
  };

  const bodyReader = ({ body }: Operation, context: Context): Pick<Call, 'readBody'> =>
    body === undefined ? {} : { readBody: () => readBody(body, context) };

  return (name: OperationName, operation: Operation, context: Context, params: Call['params']): Call => ({
    operation: name,
    params,
    query: readQuery(context.querystring, operation),
    body: undefined,
    ...bodyReader(operation, context),
    headers: headersOf(context),
    clientAddress: clientAddressOf(context.req),
  });
}
