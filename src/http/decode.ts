import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { badRequest, messageOf, RepositoryError } from '../base/errors.ts';
import type { Call } from '../contract/call.ts';
import type { OperationName } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { createReadForm } from './form-body.ts';
import { parseJson, parseText } from './json-body.ts';
import type { HttpLimits } from './limits.ts';
import type { PeerOf } from './peer.ts';
import { isFormWithParts, parseTextInForm } from './text-body.ts';
import { receiveUpload, type Upload } from './upload.ts';

export interface DecodedCall {
  readonly call: Call;
  readonly upload: Upload | undefined;
}

/** What the head of a file says is of all of it: a range counts for a GET only (RFC 9110, 14.2). */
function headersOf({ method, req }: Context): Call['headers'] {
  // Only `Set-Cookie`, which no request has, comes as a list.
  const headers = req.headers as Call['headers'];
  return method === 'HEAD' && headers['range'] !== undefined ? { ...headers, range: undefined } : headers;
}

type ReadBytes = (context: Context) => Promise<Buffer | undefined>;

function asBodyError(error: unknown, limit: number): RepositoryError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new RepositoryError('TooLarge', `The body has more than ${limit} bytes.`);
  return badRequest(`The body cannot be read: ${messageOf(error)}.`);
}

/** Reads bodies of whatever type they say they are. An empty one counts as none, as clients send such. */
function createReadBytes(limit: number): ReadBytes {
  const read = koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ['*/*'],
    textLimit: limit,
    // One letter for each byte: the bytes themselves are looked at first.
    encoding: 'latin1',
  });
  return async (context) => {
    try {
      await read(context, async () => {});
    } catch (error) {
      throw asBodyError(error, limit);
    }
    // koa-body hangs what it read on the request, without telling its type.
    const { body } = context.request as { readonly body?: string };
    return body === undefined || body === '' ? undefined : Buffer.from(body, 'latin1');
  };
}

/** Turns requests into calls. From here on there is no Koa. */
export function createDecode(limits: HttpLimits, peerOf: PeerOf) {
  const readBytes = createReadBytes(limits.jsonBody);
  const readLongText = new Map<number, ReadBytes>();
  const readForm = createReadForm(limits.jsonBody);

  const read = async (
    context: Context,
    parse: (bytes: Buffer) => unknown,
    readBody: ReadBytes = readBytes,
  ): Promise<unknown> => {
    const bytes = await readBody(context);
    return bytes === undefined ? undefined : parse(bytes);
  };

  /** A text may be longer than other bodies, where its operation says so. */
  const textReader = ({ mostCharacters }: { readonly mostCharacters: number }): ReadBytes => {
    if (mostCharacters <= limits.jsonBody) return readBytes;
    const reader = readLongText.get(mostCharacters) ?? createReadBytes(mostCharacters);
    readLongText.set(mostCharacters, reader);
    return reader;
  };

  const readTextOrForm = (context: Context, readBody: ReadBytes): Promise<unknown> => {
    const type = context.get('content-type');
    return read(context, isFormWithParts(type) ? (bytes) => parseTextInForm(bytes, type) : parseText, readBody);
  };

  const readBody = (
    operation: Operation,
    context: Context,
    upload: Upload | undefined,
  ): Promise<unknown> | undefined => {
    switch (operation.body?.kind) {
      case 'json':
        return read(context, parseJson);
      case 'text':
        return operation.body.orInForm === true
          ? readTextOrForm(context, textReader(operation.body))
          : read(context, parseText, textReader(operation.body));
      case 'form':
        return readForm(context);
      default:
        return upload?.file;
    }
  };

  return async (
    name: OperationName,
    operation: Operation,
    context: Context,
    params: Call['params'],
  ): Promise<DecodedCall> => {
    const { body } = operation;
    // Before the body is read: while that goes on, the connection may go, and its address with it.
    const peer = peerOf(context.req);
    const upload =
      body?.kind === 'upload' && typeof context.is('multipart/form-data') === 'string'
        ? receiveUpload(context, limits.upload)
        : undefined;
    const call: Call = {
      operation: name,
      params,
      // Koa parses the query into an object without a prototype; no value in it is undefined.
      query: context.query as Call['query'],
      body: await readBody(operation, context, upload),
      headers: headersOf(context),
      peer,
    };
    return { call, upload };
  };
}
