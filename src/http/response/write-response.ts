import type { ServerResponse } from 'node:http';
import type { Answer } from '../../contract/call.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { jsonHeaders } from './encode.ts';

function jsonOf({ body }: Answer): WrittenJson {
  switch (body.kind) {
    case 'json':
      return new WrittenJson(Buffer.from(JSON.stringify(body.value)));
    case 'written-json':
      return body.json;
    default:
      // Only JSON responses are written here, including all failures.
      throw new Error(`The response is ${body.kind} instead of JSON.`);
  }
}

const fixedHeaders = Object.entries(jsonHeaders).flat();

/** Writes the JSON response to a request. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  const json = jsonOf(answer);
  // A flat list of headers is faster than an object, which Node.js would have to iterate over.
  const headers: (string | number)[] = [...fixedHeaders, 'content-length', json.size];
  for (const name in answer.headers) headers.push(name, answer.headers[name] ?? '');
  response.writeHead(answer.status, headers);
  response.end(json.bytes);
}
