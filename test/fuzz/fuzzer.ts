import { setTimeout } from 'node:timers/promises';
import { type FuzzCall, requestOf } from './call.ts';
import { type Address, type Connection, NoAnswer, openConnection, type RawAnswer } from './connection.ts';
import type { DescribedOperation } from './described-operations.ts';
import { hintOf, type Made } from './hints.ts';
import type { FuzzIdentity } from './identities.ts';
import { mistakeOf } from './verdict.ts';
import type { World } from './world.ts';

/** A call whose answer broke a rule. */
export interface Finding {
  readonly call: FuzzCall;
  readonly mistake: string;
}

/** How often an operation was called by its own method, and answered by which statuses. */
export type Statuses = Map<number, number>;

export interface Fuzzer {
  readonly findings: readonly Finding[];
  readonly statuses: ReadonlyMap<string, Statuses>;
  /** By operation: the last call that was refused, with its answer. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Sends these calls, one after the other. */
  send(calls: Iterable<FuzzCall>): Promise<void>;
  close(): void;
}

export interface FuzzerOptions {
  readonly address: Address;
  readonly operations: readonly DescribedOperation[];
  readonly world: World;
  readonly credentialsOf: (as: FuzzIdentity) => Record<string, string>;
  /** Milliseconds in which every call is answered. */
  readonly patience: number;
  /** Whether to stop: the server has ended. */
  readonly isOver: () => boolean;
}

/** Notes in the world what a call did that was answered by this body. The places of the call are filled. */
function noteEffect(world: World, call: FuzzCall, body: unknown): void {
  const queried = (name: string) => call.query.find(([other]) => other === name)?.[1];
  hintOf(call.operation).effect?.(world, (name) => String(call.params[name] ?? queried(name)), body as Made);
}

/** A body that a server need not read to its end: it may answer before, and close the connection while we are sending. */
const largeBody = 60_000;

/** Milliseconds before a call is sent again. */
const pause = 20;

/** Sends calls on one connection, as long as the server keeps it open, and looks at what is answered. */
export function createFuzzer(options: FuzzerOptions): Fuzzer {
  const { address, world, credentialsOf, patience, isOver } = options;
  const operations = new Map(options.operations.map((operation) => [operation.id, operation]));
  const findings: Finding[] = [];
  const statuses = new Map<string, Statuses>(options.operations.map(({ id }) => [id, new Map()]));
  const refusals = new Map<string, string>();
  let connection: Connection | undefined;

  async function connected(): Promise<Connection> {
    if (connection?.isOpen() === true) return connection;
    connection?.close();
    connection = await openConnection(address, patience);
    return connection;
  }

  async function exchange(call: FuzzCall): Promise<RawAnswer | undefined> {
    const request = requestOf(call, credentialsOf(call.as));
    try {
      return await (await connected()).exchange(request, {
        method: call.method,
        patience: hintOf(call.operation).patience,
      });
    } catch (error) {
      connection?.close();
      if (error instanceof NoAnswer && error.reason === 'closed' && request.length > largeBody) return undefined;
      throw error;
    }
  }

  /** Sends a call again while it is asked to wait, for as long as every call may take. */
  async function exchangeInTime(call: FuzzCall): Promise<RawAnswer | undefined> {
    const asksToWait = (answer: RawAnswer | undefined): boolean =>
      hintOf(call.operation).mayWait === true && answer?.status === 409 && /Wait for/.test(answer.body.toString());
    const end = Date.now() + patience;
    let answer = await exchange(call);
    while (asksToWait(answer) && Date.now() < end) {
      await setTimeout(pause);
      answer = await exchange(call);
    }
    return answer;
  }

  function note(call: FuzzCall, filled: FuzzCall, { status, headers, body }: RawAnswer): void {
    if (call.method !== operations.get(call.operation)?.method) return;
    const counts = statuses.get(call.operation);
    counts?.set(status, (counts.get(status) ?? 0) + 1);
    if (status >= 400) {
      refusals.set(
        call.operation,
        `${status} ${body.toString('utf8', 0, 1_000)} to ${JSON.stringify(filled)}`.slice(0, 2_000),
      );
    }
    if (status >= 300) return;
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    noteEffect(world, filled, isJson ? JSON.parse(body.toString('utf8')) : undefined);
  }

  async function sendOne(call: FuzzCall): Promise<string | undefined> {
    const operation = operations.get(call.operation);
    if (operation === undefined) return `The document has no operation ${call.operation}.`;
    const filled = world.fill(call);
    try {
      const answer = await exchangeInTime(filled);
      if (answer === undefined) return undefined;
      const mistake = mistakeOf(operation, call, answer);
      if (mistake === undefined) note(call, filled, answer);
      return mistake;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  return {
    findings,
    statuses,
    refusals,
    async send(calls) {
      for (const call of calls) {
        if (isOver()) return;
        const mistake = await sendOne(call);
        if (mistake !== undefined) findings.push({ call, mistake });
      }
    },
    close: () => connection?.close(),
  };
}
