import { test } from 'vitest';
import { expectModelToAgree } from '../model/agreement.ts';

const halfAnHour = 1_800_000;

test(
  'nodes are after every step as a simple model says, over a restart: 1,000 random runs',
  () => expectModelToAgree(1_000),
  halfAnHour,
);
