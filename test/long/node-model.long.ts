import { test } from 'vitest';
import { expectModelToAgree } from '../model/agreement.ts';

test('nodes are after every step as a simple model says, over a restart: 1,000 random runs', () =>
  expectModelToAgree(1_000));
