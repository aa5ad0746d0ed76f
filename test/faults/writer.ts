import type { Client } from '../../src/client/client.ts';
import { type Model, take } from './model.ts';
import { nextChange } from './next-change.ts';
import { sendChange } from './send-change.ts';

/** Tells writers that the power is off from now on: no answer counts any more. */
export interface Cut {
  happened: boolean;
}

/** Whether a failure is one that the fault explains, so that the change may be there or not. */
export type Explains = (error: unknown) => boolean;

const never: Explains = () => false;

async function writeOne(client: Client, model: Model, cut: Cut, explains: Explains): Promise<void> {
  const prepared = nextChange(model);
  try {
    const id = await sendChange(client, prepared);
    // An answer that comes after the cut proves nothing: it is counted as one that never came.
    if (cut.happened) model.unsure.push(prepared.change);
    else {
      take(model, prepared.change, id);
      model.acknowledged += 1;
    }
  } catch (error) {
    if (!cut.happened && !explains(error)) throw error;
    model.unsure.push(prepared.change);
  }
}

/** Makes one change after the other and notes which were acknowledged, until the cut. */
export async function write(client: Client, model: Model, cut: Cut, explains: Explains = never): Promise<void> {
  while (!cut.happened) await writeOne(client, model, cut, explains);
}
