import type { Context } from 'koa';
import type { Answer } from '../../contract/call.ts';
import type { FileBody } from '../../contract/file-body.ts';
import type { WrittenJson } from '../../contract/written-json.ts';
import { withQuietChallenge } from './challenge.ts';
import { releasePiece, takePiece } from './piece-memory.ts';

/** A stored file must not run scripts, whatever its type. `sandbox` gives it an opaque origin. */
const contentPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:";

const plainCharacters = /[^\x20-\x7e]|["\\%]/g;

/** `Content-Disposition` (RFC 6266) with the file name in ASCII for old clients, and in the extended form (RFC 8187). */
function contentDisposition(disposition: FileBody['disposition'], fileName: string | undefined): string {
  if (fileName === undefined) return disposition;
  const extended = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${fileName.replaceAll(plainCharacters, '_')}"; filename*=UTF-8''${extended}`;
}

/** Writes the bytes of a file after the head, and handles their failures. */
type SendFile = (file: FileBody) => void;

function encodeFile(context: Context, file: FileBody, sendFile: SendFile): void {
  context.set('Content-Disposition', contentDisposition(file.disposition, file.fileName));
  context.set('Content-Security-Policy', contentPolicy);
  context.set('Accept-Ranges', 'bytes');
  if (file.part !== undefined) {
    context.set('Content-Range', `bytes ${file.part.start}-${file.part.end}/${file.part.total}`);
  }
  context.set('Content-Type', file.charset === undefined ? file.mimeType : `${file.mimeType}; charset=${file.charset}`);
  if (file.size !== undefined) context.length = file.size;
  context.respond = false;
  if (context.method === 'HEAD') {
    file.bytes.destroy();
    context.res.end();
    return;
  }
  sendFile(file);
}

/** The headers of every JSON response. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

function encodeJson(context: Context, json: string | Buffer): void {
  context.set(jsonHeaders);
  context.body = json;
}

/** Writes a large response in pieces. The `body` of Koa is a single buffer. */
function encodeWritten(context: Context, json: WrittenJson): void {
  if (!json.isLarge || context.method === 'HEAD') {
    encodeJson(context, json.bytes);
    return;
  }
  context.set(jsonHeaders);
  context.length = json.size;
  context.respond = false;
  // The client may have left while the response was written.
  if (!context.writable) return;
  const { res } = context;
  res.cork();
  for (const piece of json.pieces(takePiece)) res.write(piece, () => releasePiece(piece));
  res.end();
}

/** A failure is never a file. */
const noFile: SendFile = () => {
  throw new Error('The response is a file instead of JSON.');
};

export function encodeAnswer(context: Context, answer: Answer, sendFile: SendFile = noFile): void {
  context.status = answer.status;
  context.set('X-Content-Type-Options', 'nosniff');
  const headers = withQuietChallenge(answer.headers, context.req.headers);
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  switch (answer.body.kind) {
    case 'json':
      encodeJson(context, JSON.stringify(answer.body.value));
      return;
    case 'written-json':
      encodeWritten(context, answer.body.json);
      return;
    case 'empty':
      context.body = '';
      context.remove('Content-Type');
      return;
    case 'file':
      encodeFile(context, answer.body.file, sendFile);
  }
}
