import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import {
  type ExportEvent,
  type ExportRecord,
  type ExportTransition,
  exportExpiry,
  exportTransition,
} from '../../../../src/domain/privacy/export-queue.ts';
import { pauseAfter } from '../../../../src/domain/privacy/pauses.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const ago = (milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();
// Its form is that of a node ID.
const node = '0b7d3f4c-3a53-4d5e-8a43-0d9b8f3c1a11' as NodeId;
const run = 'run-2';
const retention = 240 * 3_600_000;

const requested: ExportRecord = {
  ...{ user: 'anna', person: 'p1', status: 'REQUESTED', requested: ago(5_000) },
  ...{ node: null, finished: null, run: null, failure: null, mail: null },
};
const running: ExportRecord = { ...requested, status: 'RUNNING', run };
const finished: ExportRecord = { ...requested, status: 'FINISHED', node, finished: ago(1_000) };
const failure = { at: ago(30_000), count: 1, reason: 'The disk is full.', nextTry: ago(-30_000) };
const request: ExportEvent = { kind: 'request', user: 'anna', person: 'p1' };
const tick: ExportEvent = { kind: 'tick', run, retention };
const completed = { kind: 'completed', run, node, hasAddress: true } as const;
const failed = { kind: 'failed', run, reason: 'The report is missing.' } as const;
const pendingNow = { state: 'pending', tries: 0, reason: null, nextTry: now.toISOString() } as const;
const fresh: ExportRecord = { ...requested, requested: now.toISOString() };

const stored = (entry: ExportRecord, obsolete: ExportRecord['node'] = null): ExportTransition => ({
  ...{ to: 'stored', entry, obsolete },
});

describe('the table of section 3', () => {
  test.each<[string, ExportRecord | undefined, ExportEvent, ExportTransition]>([
    ['a request without an entry', undefined, request, stored(fresh)],
    ['a request while one is requested', requested, request, { to: 'conflict', entry: requested }],
    ['a request while one is running', running, request, { to: 'conflict', entry: running }],
    ['a run of the job', requested, tick, stored(running)],
    [
      'a completed export',
      running,
      completed,
      stored({ ...requested, status: 'FINISHED', node, finished: now.toISOString(), mail: pendingNow }),
    ],
    [
      'a completed export of a person without an address',
      running,
      { ...completed, hasAddress: false },
      stored({ ...requested, status: 'FINISHED', node, finished: now.toISOString() }),
    ],
    ['a request after a finished export', finished, request, stored(fresh, node)],
    ['a run within the retention period', finished, tick, { to: 'unchanged' }],
    [
      'a run after the retention period',
      { ...finished, finished: ago(retention + 1) },
      tick,
      { to: 'removed', obsolete: node },
    ],
  ])('%s', (_, entry, event, transition) => {
    expect(exportTransition(entry, event, now)).toEqual(transition);
  });
});

describe('what the table leaves open', () => {
  test.each<[string, ExportRecord | undefined, ExportEvent, ExportTransition]>([
    ['an interrupted run is taken up again', { ...running, run: 'run-1' }, tick, stored(running)],
    ['the end of a run that another one replaced', { ...running, run: 'run-3' }, completed, { to: 'unchanged' }],
    ['the failure of a run that another one replaced', { ...running, run: 'run-3' }, failed, { to: 'unchanged' }],
    ['a failed export waits for its next try', { ...requested, failure }, tick, { to: 'unchanged' }],
    [
      'a failed export runs when its next try is due',
      { ...requested, failure: { ...failure, nextTry: ago(1) } },
      tick,
      stored({ ...running, failure: { ...failure, nextTry: ago(1) } }),
    ],
    [
      'a failed run goes back into the queue',
      { ...running, failure },
      failed,
      stored({
        ...requested,
        failure: { at: now.toISOString(), count: 2, reason: 'The report is missing.', nextTry: ago(-120_000) },
      }),
    ],
    [
      'a request after a failed run changes nothing',
      { ...requested, failure },
      request,
      {
        ...{ to: 'conflict', entry: { ...requested, failure } },
      },
    ],
    [
      'another person of the same name does not get the export',
      { ...finished, person: 'p0' },
      request,
      stored(fresh, node),
    ],
    ['nor the place in the queue', { ...running, person: 'p0' }, request, stored(fresh)],
    ['a run without an entry', undefined, tick, { to: 'unchanged' }],
    ['the end of a run that was cancelled', undefined, completed, { to: 'unchanged' }],
    ['the end of a run that was cancelled and requested again', requested, completed, { to: 'unchanged' }],
    ['the failure of a run that was cancelled and requested again', requested, failed, { to: 'unchanged' }],
    [
      'exactly at the end of the retention period',
      { ...finished, finished: ago(retention) },
      tick,
      { to: 'unchanged' },
    ],
  ])('%s', (_, entry, event, transition) => {
    expect(exportTransition(entry, event, now)).toEqual(transition);
  });

  test('pauses grow up to a day', () => {
    expect([1, 2, 3, 11, 12, 500].map(pauseAfter).map((pause) => pause / 60_000)).toEqual([1, 2, 4, 1024, 1440, 1440]);
  });
});

test('a finished export expires after the retention, which may be longer than dates are', () => {
  expect(exportExpiry(finished, retention)).toBe(ago(1_000 - retention));
  expect(exportExpiry(finished, 1e17)).toBe('9999-12-31T00:00:00.000Z');
  expect(exportExpiry(running, retention)).toBeNull();
});
