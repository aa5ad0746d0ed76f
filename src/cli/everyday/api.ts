import { basename } from 'node:path';
import { unreachable } from '../../base/errors/errors.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Answer } from '../../contract/call.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { type ReadCall, readCall } from '../api-call/read-call.ts';
import { openLocalFile } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { readStdin } from '../files/stdin-text.ts';
import { collect } from '../node-arguments/properties.ts';
import { jsonText } from '../print/printable.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface ApiFlags {
  readonly field?: readonly string[];
  readonly input?: string;
}

interface ApiOptions {
  readonly call: ReadCall;
  /** A local file for the body; `-` for stdin. */
  readonly input: string | undefined;
}

interface Body {
  readonly value: unknown;
  close(): Promise<void>;
}

const nothingToClose = async (): Promise<void> => undefined;

function parsedJson(text: string, input: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${input} is not valid JSON.`, why, 'Correct the JSON and run the command again');
  }
}

async function uploadBody(input: string, context: Context): Promise<Body> {
  if (input === '-') {
    const upload: UploadedFile = { name: 'stdin', mimeType: undefined, bytes: context.stdin };
    return { value: upload, close: nothingToClose };
  }
  const file = await openLocalFile(input);
  const name = basename(input);
  const upload: UploadedFile = { name, mimeType: await mimeTypeOfFile(name), size: file.size, bytes: file.bytes() };
  return { value: upload, close: () => file.close() };
}

async function bodyOf({ call, input }: ApiOptions, context: Context): Promise<Body> {
  if (input === undefined) return { value: call.body, close: nothingToClose };
  if (call.operation.body?.kind === 'upload') return uploadBody(input, context);
  const text =
    input === '-' ? await readStdin(context.stdin, 'A body') : (await readRegularFile(input)).toString('utf8');
  if (call.operation.body?.kind === 'text') return { value: text, close: nothingToClose };
  return { value: parsedJson(text, input === '-' ? 'stdin' : input), close: nothingToClose };
}

const indented = (value: unknown): string => jsonText(value, 2);

function printAnswer({ body }: Answer, { output }: Context): Promise<void> {
  switch (body.kind) {
    case 'json':
      return output.line(indented(body.value));
    case 'written-json':
      return output.line(indented(body.json.parse()));
    case 'file':
      return output.stream(body.file.bytes);
    case 'empty':
      return Promise.resolve();
    default:
      return unreachable(body);
  }
}

export const api = defineCommand<ApiFlags, ApiOptions>({
  examples: [
    { line: 'edu-repo api GET /_about', does: 'print the response as JSON' },
    { line: 'edu-repo api GET /node/v1/nodes/-home-/-userhome-/children -f maxItems=5', does: 'add a query parameter' },
    {
      line: 'edu-repo api PUT /node/v1/nodes/-home-/ID/metadata -f cclom:title=Plan',
      does: 'send a field in the JSON body; to send a whole body, use --input FILE',
    },
  ],
  configure: (command) =>
    command
      .argument('<method>', 'GET, POST, PUT or DELETE')
      .argument('<path>', 'path below …/edu-sharing/rest, as in /openapi.json')
      .option('-f, --field <key=value>', 'query parameter or property of the JSON body; repeatable', collect)
      .option('--input <file>', 'file with the body: JSON, text, or an upload; - reads stdin'),
  readOptions: ([method = '', path = ''], flags) => {
    const call = readCall(method.toUpperCase(), path, flags.field ?? []);
    if (flags.input !== undefined && (call.body !== undefined || call.operation.body === undefined)) {
      throw usageFailure(
        'This call cannot be used with --input.',
        call.body === undefined ? 'It has no request body.' : 'The fields already form the body.',
        call.body === undefined ? 'Leave out --input' : 'Use either --input or fields',
      );
    }
    return { call, input: flags.input };
  },
  run: async (options, context) => {
    const { matched, query, operation } = options.call;
    const wouldSend = `Would send ${operation.method} ${matched.name}: ${JSON.stringify(matched.params)}`;
    if (context.globals.dryRun && operation.method !== 'GET' && operation.dryRun !== true) {
      context.output.note(wouldSend);
      return exitCodes.ok;
    }
    const body = await bodyOf(options, context);
    try {
      const { send } = await context.connect();
      const call = { operation: matched.name, params: matched.params, query, body: body.value, headers: {} };
      const answer = await send(call);
      await printAnswer(answer, context);
      if (answer.status >= 300) throw new AnswerError(matched.name, answer);
      if (context.globals.dryRun && operation.method !== 'GET') context.output.note(wouldSend);
      return exitCodes.ok;
    } finally {
      await body.close();
    }
  },
});
