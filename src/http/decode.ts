import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { badRequest, messageOf, RepositoryError } from '../base/errors/errors.ts';
import type { Call } from '../contract/call.ts';
import type { OperationName } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import type { BodyGuard, HeldBytes, Reception } from './body/body-guard.ts';
import { asTokenFailure, parseUrlencoded, receiveFields } from './body/form-body.ts';
import { parseJson, parseText } from './body/json-body.ts';
import { isFormWithBoundary } from './body/multipart.ts';
import { receiveTextInForm } from './body/text-body.ts';
import { receiveUpload } from './body/upload.ts';
import type { ClientAddressOf } from './connection/client-address.ts';
import { type HttpLimits, maxFormBytes } from './limits.ts';

/** What the head of a file says is of all of it: a range counts for a GET only (RFC 9110, 14.2). */
function headersOf({ method, req }: Context): Call['headers'] {
  // Only `Set-Cookie`, which no request has, comes as a list.
  const headers = req.headers as Call['headers'];
  return method === 'HEAD' && headers['range'] !== undefined ? { ...headers, range: undefined } : headers;
}

function asBodyError(error: unknown, limit: number): RepositoryError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new RepositoryError('TooLarge', `The body has more than ${limit} bytes.`);
  return badRequest(`The body cannot be read: ${messageOf(error)}.`);
}

const readersByLimit = new Map<number, ReturnType<typeof koaBody>>();

function readerFor(limit: number): ReturnType<typeof koaBody> {
  const known = readersByLimit.get(limit);
  if (known !== undefined) return known;
  const reader = koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ['*/*'],
    textLimit: limit,
    // One letter for each byte: the bytes themselves are looked at first.
    encoding: 'latin1',
  });
  readersByLimit.set(limit, reader);
  return reader;
}

/** Reads a body of any stated type into memory. An empty one counts as none, as clients send such. */
async function readBytes(context: Context, limit: number): Promise<Buffer | undefined> {
  try {
    await readerFor(limit)(context, async () => {});
  } catch (error) {
    throw asBodyError(error, limit);
  }
  // koa-body hangs what it read on the request, without telling its type.
  const { body } = context.request as { readonly body?: string };
  return body === undefined || body === '' ? undefined : Buffer.from(body, 'latin1');
}

/** A body that is read as a whole and then parsed. An empty one is not parsed. */
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

/** What a packed body takes in memory shows only when it is unpacked. */
const heldBytes = ({ req }: Context, limit: number): HeldBytes =>
  req.headers['content-encoding'] === undefined ? 'all' : limit;

const nothing: Reception<undefined> = { value: Promise.resolve(undefined), stop: () => undefined };

/** An upload flows through: this much of it is in memory. */
const uploadBytes = 256_000;

/** Turns requests into calls. From here on there is no Koa. */
export function createDecode(limits: HttpLimits, peerOf: ClientAddressOf, guard: BodyGuard) {
  const receiveForm = (context: Context): Reception<unknown> => {
    switch (context.is('application/x-www-form-urlencoded', 'multipart/form-data')) {
      case 'application/x-www-form-urlencoded':
        return receiveWhole(context, maxFormBytes, parseUrlencoded);
      case 'multipart/form-data':
        return receiveFields(context.req, context.get('content-type'), maxFormBytes);
      default:
        return nothing;
    }
  };

  const receiveText = (context: Context, limit: number, mayBeForm: boolean): Reception<unknown> => {
    const type = context.get('content-type');
    return mayBeForm && isFormWithBoundary(type)
      ? receiveTextInForm(context.req, type, limit)
      : receiveWhole(context, limit, parseText);
  };

  /** What is decided by the media type is decided by it alone: its parameters choose no parser. */
  const readBody = (body: NonNullable<Operation['body']>, context: Context): Promise<unknown> => {
    const exchange = { request: context.req, response: context.res };
    const receive = <T>(limit: number, start: () => Reception<T>) =>
      guard.receive(exchange, heldBytes(context, limit), start);
    switch (body.kind) {
      case 'json':
        return receive(limits.jsonBody, () => receiveWhole(context, limits.jsonBody, parseJson));
      case 'text': {
        // A text may be longer than other bodies, where its operation says so.
        const limit = Math.max(body.mostCharacters, limits.jsonBody);
        return receive(limit, () => receiveText(context, limit, body.orInForm === true));
      }
      case 'form':
        return receive(maxFormBytes, () => receiveForm(context)).catch((error: unknown) => {
          throw asTokenFailure(error);
        });
      case 'upload':
        return context.is('multipart/form-data') === 'multipart/form-data'
          ? guard.receive(exchange, uploadBytes, () =>
              receiveUpload(context.req, context.get('content-type'), limits.upload),
            )
          : Promise.resolve(undefined);
    }
  };

  return (name: OperationName, { body }: Operation, context: Context, params: Call['params']): Call => ({
    operation: name,
    params,
    // Koa parses the query into an object without a prototype; no value in it is undefined.
    query: context.query as Call['query'],
    body: undefined,
    ...(body === undefined ? {} : { readBody: () => readBody(body, context) }),
    headers: headersOf(context),
    peer: peerOf(context.req),
  });
}
