import type { IncomingMessage } from 'node:http';
import type { Reception } from './body-guard.ts';
import { parseText } from './json-body.ts';
import { type FilePart, receiveMultipart } from './multipart.ts';

/**
 * Reads the text in a form: its file, or else its first field. Empty if the form has neither. Rejects as `receiveMultipart`
 * does, and with `BadRequest` if the file is not in UTF-8.
 */
export function receiveTextInForm(request: IncomingMessage, contentType: string, maxBytes: number): Reception<string> {
  const limits = { fields: 20, fieldBytes: maxBytes, fileBytes: maxBytes };
  let file: Buffer[] | undefined;
  const takeFile = ({ bytes }: FilePart): void => {
    if (file !== undefined) {
      bytes.resume();
      return;
    }
    const chunks: Buffer[] = [];
    file = chunks;
    bytes.on('data', (chunk: Buffer) => chunks.push(chunk));
  };
  const { value, stop } = receiveMultipart(request, contentType, limits, takeFile);
  const text = value.then((fields) => {
    if (file !== undefined) return parseText(Buffer.concat(file));
    return Object.values(fields).flat()[0] ?? '';
  });
  return { value: text, stop };
}
