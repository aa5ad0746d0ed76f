import type { CallerName, Expectation, Row } from './grid.ts';
import { callers, newWord } from './people.ts';
import type { AnyAttempt, Circumstances, Target } from './target.ts';
import { type Answer, type Credentials, dryRunFolder, type OperationKey, type Parts } from './wire.ts';
import type { World } from './world.ts';

/** A target that refused calls may share, with its picture. */
interface Prepared {
  readonly target: Target;
  readonly before: string;
}

/** Compares a server with the tables, call by call. */
export interface Comparison {
  /** What differs in one row of an operation, for one caller; undefined where nothing does. */
  cell(operation: OperationKey, attempt: AnyAttempt, row: Row, caller: CallerName): Promise<string | undefined>;
}

const isErrorResponse = (text: string): boolean => {
  try {
    const { error, message } = JSON.parse(text) as Record<string, unknown>;
    return typeof error === 'string' && error !== '' && typeof message === 'string' && message !== '';
  } catch {
    return false;
  }
};

/** What a call answered for the only entry that it took. A refused call is refused for its entry, too. */
function answerOfEntry(answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  const { results } = JSON.parse(answer.text) as {
    readonly results: readonly { readonly status: number; readonly error: unknown }[];
  };
  const [result] = results;
  if (result === undefined || results.length > 1) throw new Error(`Not one entry was answered: ${answer.text}`);
  return { ...answer, status: result.status, text: JSON.stringify(result.error ?? result) };
}

/** What was asked may stand in the answer again; nothing else that tells of the target. */
function leaked(answer: Answer, target: Target, parts: Parts): string | undefined {
  const asked = answer.status === 200 ? '' : JSON.stringify(parts);
  return target.traces.find((trace) => !asked.includes(trace) && answer.text.includes(trace));
}

const shownBy = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);

/** What is wrong with the answer itself. */
function wrongAnswer(
  answer: Answer,
  expected: Expectation,
  attempt: AnyAttempt,
  prepared: Prepared,
  parts: Parts,
  circumstances: Circumstances,
): string | undefined {
  if (answer.status !== expected.status) {
    return `answered ${answer.status} instead of ${expected.status}: ${answer.text.slice(0, 300)}`;
  }
  if (answer.status !== 200 && !isErrorResponse(answer.text)) return `refused without an ErrorResponse: ${answer.text}`;
  if (!expected.shows) {
    const trace = leaked(answer, prepared.target, parts);
    if (trace !== undefined) return `told «${trace}»: ${answer.text.slice(0, 300)}`;
    const total = /"total":(\d+)/.exec(answer.text)?.[1];
    if (attempt.finds === true && answer.status === 200 && total !== '0') return `counted ${total} instead of 0`;
    return undefined;
  }
  const wanted = attempt.shows?.(prepared.target, circumstances);
  if (wanted !== undefined && !shownBy(answer.text, wanted)) {
    return `did not show ${wanted}: ${answer.text.slice(0, 300)}`;
  }
  return undefined;
}

/** Refusals in these situations must not tell which of them it is, where they have the same status. */
const alikeSituations = new Set(['shared', 'foreign', 'cut', 'deleted', 'safe', 'missing']);

/** A refusal without what was asked for and without its own number. */
function anonymous({ text }: Answer, { params = {}, query = {}, json, file }: Parts): string {
  let rest = text.replace(/"requestId":"[^"]*"/, '');
  // Of a body only the IDs: a message may contain any other word of it.
  const inBody =
    `${JSON.stringify(json ?? null)} ${file?.text}`.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  for (const asked of [...Object.values(params), ...Object.values(query), ...inBody].flat()) {
    rest = rest.replaceAll(asked, '…');
  }
  return rest;
}

async function prepare(attempt: AnyAttempt, circumstances: Circumstances): Promise<Prepared> {
  const target = await attempt.target(circumstances);
  return { target, before: attempt.changed === undefined ? '' : await target.picture() };
}

/**
 * What is wrong with the dry run of a call that is expected to change something: it answers as the call will, and changes
 * nothing.
 */
async function wrongDryRun(
  world: World,
  operation: OperationKey,
  { from, parts }: { readonly from: Credentials | undefined; readonly parts: Parts },
  expected: Expectation,
  { target, before }: Prepared,
): Promise<string | undefined> {
  if (!world.dryRuns.has(operation)) return undefined;
  const [method, path] = operation.split(' ');
  const { status, text } = await world.wire.send(from, `${method} ${dryRunFolder}${path}`, parts);
  if (status !== expected.status) return `answered ${status} to a dry run: ${text.slice(0, 300)}`;
  // What a refused call changes is looked at after the call itself.
  if (status !== 200) return undefined;
  const after = await target.picture();
  return after === before ? undefined : `changed something in a dry run: ${after.slice(0, 300)}`;
}

/** What the call did and should not have done, or the other way round. */
async function wrongEffect(
  expected: Expectation,
  attempt: AnyAttempt,
  { target, before }: Prepared,
  circumstances: Circumstances,
): Promise<string | undefined> {
  if (attempt.changed === undefined) return undefined;
  const after = await target.picture();
  if (expected.status !== 200) return after === before ? undefined : `changed something: ${after.slice(0, 300)}`;
  return attempt.changed(after, circumstances, before) ? undefined : `changed nothing: ${after.slice(0, 300)}`;
}

export function createComparison(world: World): Comparison {
  const { wire } = world;
  const kept = new Map<AnyAttempt['target'], Map<string, Promise<Prepared>>>();

  const refusals = new Map<string, string>();

  /** What a refusal tells besides its status, which another one of the same status did not. */
  const telltale = (operation: OperationKey, circumstances: Circumstances, answer: Answer, parts: Parts) => {
    if (answer.status < 400 || !alikeSituations.has(circumstances.situation)) return undefined;
    const place = `${operation} ${circumstances.caller} ${answer.status}`;
    const text = anonymous(answer, parts);
    const other = refusals.get(place) ?? text;
    refusals.set(place, other);
    return other === text ? undefined : `refused otherwise than in another situation: ${text}, and there ${other}`;
  };

  /** Reading and refused calls share their targets, each caller for themself. */
  const shared = async (attempt: AnyAttempt, circumstances: Circumstances): Promise<Prepared> => {
    const place = `${circumstances.caller} ${circumstances.situation}`;
    const targets = kept.get(attempt.target) ?? new Map<string, Promise<Prepared>>();
    kept.set(attempt.target, targets);
    const key = attempt.changed === undefined ? place : `${place} with picture`;
    const prepared = targets.get(key) ?? prepare(attempt, circumstances);
    targets.set(key, prepared);
    return prepared;
  };

  return {
    async cell(operation, attempt, { situation, cells }, caller) {
      const expected = cells.get(caller);
      if (expected === undefined) throw new Error(`The row ${situation} says nothing of ${caller}.`);
      const circumstances: Circumstances = { wire, caller, situation, mark: newWord() };
      const spent = attempt.once === true || (attempt.changed !== undefined && expected.status === 200);
      const prepared = await (spent ? prepare(attempt, circumstances) : shared(attempt, circumstances));
      const parts = await attempt.parts(prepared.target, circumstances);
      if (caller === 'removed') await world.removeAgain();
      const from = callers[caller];
      const inDryRun =
        attempt.changed === undefined
          ? undefined
          : await wrongDryRun(world, operation, { from, parts }, expected, prepared);
      const sent = await wire.send(from, operation, parts);
      const answer = attempt.byEntry === true ? answerOfEntry(sent) : sent;
      const problem =
        inDryRun ??
        wrongAnswer(answer, expected, attempt, prepared, parts, circumstances) ??
        telltale(operation, circumstances, answer, parts) ??
        (await wrongEffect(expected, attempt, prepared, circumstances));
      if (problem === undefined) return undefined;
      // The next calls must not be blamed for what this one did.
      kept.clear();
      return `${operation} by ${caller}, ${situation}: ${problem}`;
    },
  };
}
