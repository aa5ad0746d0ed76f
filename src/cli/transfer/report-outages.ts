import { isTransient } from '../../client/retrying-transport.ts';
import type { Transport } from '../../contract/call.ts';
import type { Output } from '../print/output.ts';

/** Says once that the server cannot be reached or is busy, until a call succeeds again. */
export function reportOutages(send: Transport, output: Output): Transport {
  let isOut = false;
  const report = (what: string): void => {
    if (!isOut) output.note(`${what} Waiting to try again.`);
    isOut = true;
  };
  return async (call) => {
    try {
      const answer = await send(call);
      if (answer.status === 503) report('The server is busy.');
      else isOut = false;
      return answer;
    } catch (error) {
      if (isTransient(error)) report('The connection to the server was lost.');
      throw error;
    }
  };
}
