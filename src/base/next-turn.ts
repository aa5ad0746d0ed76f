/** Resolves when whatever else waits in this process had its turn: a long piece of work is cut up by it. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
