import { basename } from 'node:path';
import { unreachable } from '../../base/errors/errors.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Answer, Call } from '../../contract/call.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import { type ReadCall, readCall } from '../api-call/read-call.ts';
import { atRemote } from '../connection/at-remote.ts';
import { openLocalFile } from '../files/local-file.ts';
import { mimeTypeOfFile } from '../files/mime-type-of-file.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { readStdin } from '../files/stdin-text.ts';
import { splitRemote } from '../node-arguments/address.ts';
import { collect } from '../node-arguments/properties.ts';
import { jsonText, onOneLine } from '../print/printable.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface ApiFlags {
  readonly include?: true;
  readonly paginate?: true;
  readonly jq?: string;
  readonly field?: readonly string[];
  readonly input?: string;
}

interface ApiOptions {
  /** The remote before the path; undefined for the chosen repository. */
  readonly remote: string | undefined;
  /** Print the status and the headers before the body. */
  readonly include: boolean;
  /** Get all pages of a list. */
  readonly paginate: boolean;
  /** A filter of jq for each JSON answer. */
  readonly jq: string | undefined;
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

const badFilter = (filter: string, why: string) =>
  usageFailure(`"${filter}" is not a filter of jq.`, why, "For example: --jq '.nodes[].name'");

/** The results of a jq filter, one per line, texts without quotes. */
async function filtered(value: unknown, filter: string): Promise<string> {
  const { raw } = await import('jq-wasm/inline');
  const { stdout, stderr, exitCode } = await raw(JSON.stringify(value), filter, ['-r']);
  if (exitCode !== 0) throw badFilter(filter, onOneLine(stderr.replace(/^jq: /, '')));
  return stdout.replace(/\n$/, '');
}

async function printJson(value: unknown, { jq }: ApiOptions, { output }: Context): Promise<void> {
  const text = jq === undefined ? indented(value) : await filtered(value, jq);
  if (text !== '') await output.line(text);
}

async function printHead({ status, headers }: Answer, { output }: Context): Promise<void> {
  await output.line(`HTTP ${status}`);
  for (const [name, value] of Object.entries(headers)) await output.line(`${name}: ${value}`);
  await output.line('');
}

async function printAnswer(answer: Answer, options: ApiOptions, context: Context): Promise<void> {
  if (options.include) await printHead(answer, context);
  const { body } = answer;
  const { output } = context;
  switch (body.kind) {
    case 'json':
      return printJson(body.value, options, context);
    case 'written-json':
      return printJson(body.json.parse(), options, context);
    case 'file':
      return output.stream(body.file.bytes);
    case 'empty':
      return Promise.resolve();
    default:
      return unreachable(body);
  }
}

const isPaged = ({ operation }: ReadCall): boolean =>
  operation.method === 'GET' && operation.query !== undefined && Object.hasOwn(operation.query.shape, 'skipCount');

const notPaged = (path: string) =>
  usageFailure(`${path} has no pages.`, 'Only GET calls with the parameter skipCount have.', 'Leave out --paginate');

/** The query for the page after an answer; undefined after the last one. */
function nextPage({ body }: Answer, query: Call['query']): Call['query'] | undefined {
  const value = body.kind === 'json' ? body.value : body.kind === 'written-json' ? body.json.parse() : undefined;
  const { pagination } = (value ?? {}) as { readonly pagination?: { total?: number; from?: number; count?: number } };
  const { total = 0, from = 0, count = 0 } = pagination ?? {};
  const reached = from + count;
  return count === 0 || reached >= total ? undefined : { ...query, skipCount: String(reached) };
}

/** Sends the call, and prints the response, page by page if that is asked for. */
async function send(options: ApiOptions, context: Context): Promise<ExitCode> {
  const { matched, query, operation } = options.call;
  const wouldSend = `Would send ${operation.method} ${matched.name}: ${JSON.stringify(matched.params)}`;
  if (context.globals.dryRun && operation.method !== 'GET' && operation.dryRun !== true) {
    context.output.note(wouldSend);
    return exitCodes.ok;
  }
  const body = await bodyOf(options, context);
  try {
    const connection = await context.connect();
    const call = { operation: matched.name, params: matched.params, query, body: body.value, headers: {} };
    for (let next: Call['query'] | undefined = query; next !== undefined; ) {
      const answer: Answer = await connection.send({ ...call, query: next });
      // A filter is for what was asked for, not for an error.
      await printAnswer(answer, answer.status >= 300 ? { ...options, jq: undefined } : options, context);
      if (answer.status >= 300) throw new AnswerError(matched.name, answer);
      next = options.paginate ? nextPage(answer, next) : undefined;
    }
    if (context.globals.dryRun && operation.method !== 'GET') context.output.note(wouldSend);
    return exitCodes.ok;
  } finally {
    await body.close();
  }
}

export const api = defineCommand<ApiFlags, ApiOptions>({
  examples: [
    { line: 'edu-repo api /_about', does: 'print the response as JSON' },
    {
      line: "edu-repo api /node/v1/nodes/-home-/-userhome-/children --paginate --jq '.nodes[].name'",
      does: 'print the names of all children, page by page; -f maxItems=5 adds a query parameter',
    },
    {
      line: 'edu-repo api PUT /node/v1/nodes/-home-/ID/metadata -f cclom:title=Plan',
      does: 'send a field in the JSON body; to send a whole body, use --input FILE',
    },
  ],
  configure: (command) =>
    command
      .usage('[options] [method] <path>')
      .argument('<method|path>', 'GET, POST, PUT or DELETE (default: GET)')
      .argument('[path]', 'path below …/edu-sharing/rest, as in /openapi.json; NAME: before it means a remote')
      .option('-f, --field <key=value>', 'query parameter or property of the JSON body; repeatable', collect)
      .option('-i, --include', 'print the status and the headers of the response too')
      .option('--paginate', 'get all pages of a list; each is printed on its own')
      .option('--jq <filter>', 'print what a filter of jq finds in the response')
      .option('--input <file>', 'file with the body: JSON, text, or an upload; - reads stdin'),
  readOptions: ([first = '', second], flags) => {
    const [method, typed] = second === undefined ? ['GET', first] : [first.toUpperCase(), second];
    const { remote, rest: path } = splitRemote(typed);
    const call = readCall(method, path, flags.field ?? []);
    const { include = false, paginate = false, jq } = flags;
    if (paginate && !isPaged(call)) throw notPaged(path);
    if (flags.input !== undefined && (call.body !== undefined || call.operation.body === undefined)) {
      throw usageFailure(
        'This call cannot be used with --input.',
        call.body === undefined ? 'It has no request body.' : 'The fields already form the body.',
        call.body === undefined ? 'Leave out --input' : 'Use either --input or fields',
      );
    }
    return { remote, call, input: flags.input, include, paginate, jq };
  },
  run: (options, context) => atRemote(options.remote, context, (at) => send(options, at)),
});
