import { expect, test } from 'vitest';
import { exportFileName, exportFormOf } from '../../../../src/domain/privacy/export-options.ts';

const archive = (metadata: boolean, binaries: boolean, report: boolean) => ({
  ...{ kind: 'archive', metadata, binaries, report },
});
const [on, off] = [true, false];

test.each([
  [on, on, on, archive(on, on, on)],
  [on, on, off, archive(on, on, off)],
  [on, off, on, archive(on, off, on)],
  [on, off, off, archive(on, off, off)],
  [off, on, on, { kind: 'report' }],
  [off, off, on, { kind: 'report' }],
  [off, on, off, archive(off, on, off)],
  [off, off, off, undefined],
])('metadata %s, binaries %s, summary %s', (metadata, binaries, summary, form) => {
  expect(exportFormOf({ metadata, binaries, summary })).toEqual(form);
});

test.each([
  ['2026-03-10T12:00:00Z', '260310'],
  // Just after midnight in Berlin, in winter and in summer.
  ['2026-12-31T23:30:00Z', '270101'],
  ['2026-06-30T22:30:00Z', '260701'],
])('at %s the name begins with %s', (at, prefix) => {
  const form = { kind: 'archive', metadata: true, binaries: true, report: true } as const;
  expect(exportFileName('dataprotectioninfo_edu-repo', form, new Date(at))).toBe(
    `${prefix}_dataprotectioninfo_edu-repo.zip`,
  );
  expect(exportFileName('x', { kind: 'report' }, new Date(at))).toBe(`${prefix}_x.pdf`);
});
