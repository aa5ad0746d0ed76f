import { createFairQueue, type FairQueue } from '../../../base/scheduling/fair-queue.ts';
import { Counter } from '../counter.ts';

/**
 * The class, address and account of a task. A class starts when all earlier classes are empty. Within a class, addresses
 * take turns, and so do the accounts at an address.
 */
export interface QueueTicket {
  /** 0 goes first. */
  readonly priority: number;
  readonly address: string;
  readonly account: string;
}

/** The maximum number of waiting tasks in a class. */
interface ClassLimits {
  readonly perAddress: number;
  readonly total: number;
}

/** A queue in which a flood from one address or for one account does not delay the others. */
export interface PerAddressQueue {
  hasRoom(ticket: QueueTicket): boolean;
  /** Queues the task even if there is no room. Check `hasRoom` first. */
  run<T>(ticket: QueueTicket, task: () => Promise<T>): Promise<T>;
}

type Start = () => void;

/** The waiting tasks of one class. */
class WaitingClass {
  /** The order in which addresses take turns. Each address occurs once for each of its tasks. */
  readonly #addresses: FairQueue<string> = createFairQueue();
  /** The tasks by address. The accounts at an address take turns. */
  readonly #tasks = new Map<string, FairQueue<Start>>();
  /** The number of tasks by address and account. */
  readonly #counts = new Counter();

  hasRoom({ address, account }: QueueTicket, limits: ClassLimits, perAccount: number): boolean {
    return (
      this.#addresses.size < limits.total &&
      (this.#tasks.get(address)?.size ?? 0) < limits.perAddress &&
      this.#counts.get(`${address} ${account}`) < perAccount
    );
  }

  add({ address, account }: QueueTicket, start: Start): void {
    const tasks = this.#tasks.get(address) ?? createFairQueue<Start>();
    this.#tasks.set(address, tasks);
    this.#addresses.add(address, { rank: 0, owner: address });
    this.#counts.add(`${address} ${account}`, 1);
    const countedStart = (): void => {
      this.#counts.add(`${address} ${account}`, -1);
      start();
    };
    tasks.add(countedStart, { rank: 0, owner: account });
  }

  next(): Start | undefined {
    const address = this.#addresses.take();
    if (address === undefined) return undefined;
    const tasks = this.#tasks.get(address);
    const start = tasks?.take();
    if (tasks?.size === 0) this.#tasks.delete(address);
    return start;
  }
}

/**
 * Runs at most `concurrency` tasks at a time. In each class, at most `perAccount` tasks of an account at an address
 * may wait.
 */
export function createPerAddressQueue(options: {
  readonly concurrency: number;
  readonly perAccount: number;
  readonly classes: readonly ClassLimits[];
}): PerAddressQueue {
  const classes = options.classes.map((limits) => ({ limits, waiting: new WaitingClass() }));
  let running = 0;

  const startNext = (): void => {
    for (const { waiting } of classes) {
      const start = waiting.next();
      if (start === undefined) continue;
      start();
      return;
    }
    running -= 1;
  };

  const enter = async (ticket: QueueTicket): Promise<void> => {
    if (running < options.concurrency) running += 1;
    else await new Promise<void>((resolve) => classes[ticket.priority]?.waiting.add(ticket, resolve));
  };

  return {
    hasRoom(ticket) {
      if (running < options.concurrency) return true;
      const target = classes[ticket.priority];
      return target?.waiting.hasRoom(ticket, target.limits, options.perAccount) === true;
    },
    async run(ticket, task) {
      await enter(ticket);
      try {
        return await task();
      } finally {
        startNext();
      }
    },
  };
}
