import { describe } from 'vitest';
import type { OpenStore } from './opened-store.ts';
import { describeChangeLog } from './store-change-log.suite.ts';
import { describeChanges } from './store-changes.suite.ts';
import { describeClosing } from './store-closing.suite.ts';
import { describeModel } from './store-model.suite.ts';
import { describeReads } from './store-reads.suite.ts';

/** What every store keeps to. */
export function describeStore(name: string, open: OpenStore): void {
  describe(`The ${name} store`, () => {
    describeReads(open);
    describeChanges(open);
    describeChangeLog(open);
    describeClosing(open);
    describeModel(open);
  });
}
