import { generate } from 'orval';

await generate({
  input: './openapi.json',
  output: {
    target: './generated/orval.ts',
    client: 'fetch',
    override: { mutator: { path: './orval-fetch.ts', name: 'orvalFetch' } },
  },
});
