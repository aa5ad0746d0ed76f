import { createFairQueue, type FairQueue } from '../../base/scheduling/fair-queue.ts';

/** Where a check waits: classes go one after the other; within a class addresses take turns, and accounts at an address. */
export interface QueueTicket {
  /** 0 goes first. */
  readonly priority: number;
  readonly address: string;
  readonly account: string;
}

/** How many may wait in a class. */
interface ClassLimits {
  readonly ofAddress: number;
  readonly inAll: number;
}

/** A queue in which a flood from one address or for one account holds up no other. */
export interface PerAddressQueue {
  hasRoom(place: QueueTicket): boolean;
  /** To be called where there is room. */
  run<T>(place: QueueTicket, work: () => Promise<T>): Promise<T>;
}

type Start = () => void;

/** The work that waits in one class. */
class WaitingClass {
  /** The addresses, as often as they have work, in the order of their turns. */
  readonly #turns: FairQueue<string> = createFairQueue();
  /** By address: the work of its accounts. */
  readonly #work = new Map<string, FairQueue<Start>>();
  /** By address and account. */
  readonly #ofAccount = new Map<string, number>();

  hasRoom({ address, account }: QueueTicket, limits: ClassLimits, ofAccount: number): boolean {
    return (
      this.#turns.size < limits.inAll &&
      (this.#work.get(address)?.size ?? 0) < limits.ofAddress &&
      (this.#ofAccount.get(`${address} ${account}`) ?? 0) < ofAccount
    );
  }

  add({ address, account }: QueueTicket, start: Start): void {
    const work = this.#work.get(address) ?? createFairQueue<Start>();
    this.#work.set(address, work);
    this.#turns.add(address, { rank: 0, owner: address });
    this.#count(`${address} ${account}`, 1);
    const counted = (): void => {
      this.#count(`${address} ${account}`, -1);
      start();
    };
    work.add(counted, { rank: 0, owner: account });
  }

  next(): Start | undefined {
    const address = this.#turns.take();
    if (address === undefined) return undefined;
    const work = this.#work.get(address);
    const start = work?.take();
    if (work?.size === 0) this.#work.delete(address);
    return start;
  }

  #count(key: string, change: number): void {
    const count = (this.#ofAccount.get(key) ?? 0) + change;
    if (count === 0) this.#ofAccount.delete(key);
    else this.#ofAccount.set(key, count);
  }
}

/** Runs at most `atOnce` pieces of work at a time; of an account at an address at most `ofAccount` wait in a class. */
export function createPerAddressQueue(options: {
  readonly atOnce: number;
  readonly ofAccount: number;
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

  const enter = async (place: QueueTicket): Promise<void> => {
    if (running < options.atOnce) running += 1;
    else await new Promise<void>((resolve) => classes[place.priority]?.waiting.add(place, resolve));
  };

  return {
    hasRoom(place) {
      const found = classes[place.priority];
      return running < options.atOnce || found?.waiting.hasRoom(place, found.limits, options.ofAccount) === true;
    },
    async run(place, work) {
      await enter(place);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
