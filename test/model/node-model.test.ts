import { test } from 'vitest';
import { expectModelToAgree } from './agreement.ts';

/** On a busy machine. */
const tenMinutes = 600_000;

test(
  'nodes are after every step as a simple model says, over a restart: 25 of 1,000 random runs',
  () => expectModelToAgree(25),
  tenMinutes,
);
