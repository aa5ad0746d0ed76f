import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNodeWriter, type WrittenNodes } from '../../../../src/api/presenters/nodes/node-writer.ts';
import { createAnswerBudget } from '../../../../src/api/response/answer-budget.ts';
import { createNodeResponseCache, type NodeResponseCache } from '../../../../src/api/response/node-response-cache.ts';
import { createUrlBuilderFor } from '../../../../src/api/response/url-builder.ts';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import type { ContentHash, NodeId } from '../../../../src/base/ids.ts';
import type { NodeForm } from '../../../../src/contract/objects/node-form.ts';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import { putNode } from '../../../../src/services/records/node-changes.ts';
import {
  addPerson,
  bareRepository,
  callerOf,
  homeOf,
  makeBareNode,
  memorySeams,
  setList,
} from '../../../support/bare-repository.ts';

const people = ['anna', 'bert', 'esguest'] as const;
const permissions = ['ConsumerMetadata', 'Consumer', 'Collaborator', 'Coordinator', 'Read', 'ReadContent'] as const;
const nodeCount = 3;

const text = fc.oneof(
  fc.constantFrom(
    '',
    'Größe & «Maß» "gequotet" \\',
    'ein Arbeitsblatt zur Bruchrechnung mit Lösungen, das lang genug ist',
    '𝄞\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const content = fc.record({
  hash: fc.stringMatching(/^[0-9a-f]{64}$/).map((hash) => hash as ContentHash),
  size: fc.nat(),
  mimeType: fc.constantFrom('application/pdf', 'text/plain', 'image/png'),
});
const patch: fc.Arbitrary<Partial<NodeRecord>> = fc.record(
  {
    properties: fc.dictionary(
      fc.constantFrom(
        'cclom:title',
        'cclom:general_description',
        'ccm:wwwurl',
        'ccm:commonlicense_key',
        'cclom:location',
      ),
      fc.array(text, { maxLength: 3 }),
    ),
    content: fc.option(content),
    ownPreview: content,
    aspects: fc.subarray(['ccm:iometadata', 'ccm:license']),
    modifiedBy: fc.constantFrom('anna', 'somebody who is gone'),
    commentCount: fc.nat(3),
    ratings: fc.record({ count: fc.integer({ min: 1, max: 5 }), sum: fc.nat(20) }),
  },
  { requiredKeys: [] },
);

type Step =
  | { readonly kind: 'patch'; readonly node: number; readonly patch: Partial<NodeRecord> }
  | {
      readonly kind: 'list';
      readonly node: number | 'folder';
      readonly inherits: boolean;
      readonly entries: [string, string][];
    }
  | { readonly kind: 'person'; readonly lastName: string }
  | {
      readonly kind: 'look';
      readonly node: number;
      readonly who: number;
      readonly form: NodeForm;
      readonly host: string;
    };

const node = fc.nat(nodeCount - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('patch' as const), node, patch }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      node: fc.oneof(node, fc.constant('folder' as const)),
      inherits: fc.boolean(),
      entries: fc.array(fc.tuple(fc.constantFrom('anna', 'bert', 'GROUP_EVERYONE'), fc.constantFrom(...permissions)), {
        maxLength: 3,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('person' as const), lastName: text }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      node,
      who: fc.nat(people.length - 1),
      form: fc.constantFrom('map' as const, 'list' as const),
      host: fc.constantFrom('one.example', 'two.example:8080', ''),
    }),
  },
);

const linksFor = createUrlBuilderFor({
  repository: { id: 'local', title: 'School', nodeForm: 'map' },
  version: '1',
  contextPath: '/edu-sharing',
  publicUrl: undefined,
  ownUrl: () => 'http://127.0.0.1',
  pageSize: 100,
  responseCacheBytes: 0,
  checkAnswers: true,
});

async function createSubject() {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  await addPerson(services, 'bert');
  const folder = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:map', name: 'Ordner' });
  const ids: NodeId[] = [];
  for (let at = 0; at < nodeCount; at += 1) {
    const { id } = await makeBareNode(services, anna, folder.id, { type: 'ccm:io', name: `Blatt ${at}.pdf` });
    ids.push(id);
  }
  const idOf = (at: number): NodeId => ids[at] ?? folder.id;
  const change = async (step: Exclude<Step, { kind: 'look' }>): Promise<void> => {
    if (step.kind === 'patch') {
      await seams.store.change(async (opened) => {
        const before = await opened.nodes.get(idOf(step.node));
        if (before !== undefined) putNode(opened, { ...before, ...step.patch });
      });
    } else if (step.kind === 'list') {
      const listed = step.node === 'folder' ? folder.id : idOf(step.node);
      await setList(services, anna, listed, step.inherits, ...step.entries);
    } else {
      await seams.store.change(async (opened) => {
        const before = await opened.people.get('anna');
        if (before !== undefined) opened.people.put('anna', { ...before, lastName: step.lastName });
      });
    }
  };
  const anew = (): NodeResponseCache => createNodeResponseCache(services, createNodeWriter('local'), 1_000_000);
  const callerAt = (who: number) => {
    const name = people[who] ?? 'esguest';
    return name === 'esguest' ? services.callers.unknown() : callerOf(services, name);
  };
  return { idOf, change, anew, callerAt };
}

/** The answer, or the code with which it is refused. */
async function outcomeOf(answer: () => Buffer | Promise<Buffer>): Promise<string> {
  try {
    return (await answer()).toString();
  } catch (error) {
    if (error instanceof RepositoryError) return error.code;
    throw error;
  }
}

/** The answers with those that may be read, as one list. */
const listOf = (outcomes: readonly string[]): string =>
  outcomes
    .filter((outcome) => outcome.startsWith('{'))
    .map((answer) => answer.slice('{"node":'.length, -1))
    .join(',');

const budget = createAnswerBudget({ page: Number.POSITIVE_INFINITY, inFlight: Number.POSITIVE_INFINITY });

const told = ({ chunks: pieces }: WrittenNodes): string => pieces.map(String).join('');

test('whatever changes and whoever asks, what is kept is what would be written anew', async () => {
  let [shown, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const subject = await createSubject();
      const kept = subject.anew();
      for (const step of steps) {
        if (step.kind !== 'look') {
          await subject.change(step);
          continue;
        }
        const { form, host } = step;
        const id = subject.idOf(step.node);
        const caller = await subject.callerAt(step.who);
        const asked = { caller, links: linksFor({ host }), representation: { form, properties: undefined } };
        const fresh = subject.anew();
        const expected = await outcomeOf(() => fresh.one(id, asked));
        expect(await outcomeOf(() => kept.one(id, asked))).toBe(expected);
        expect(told(await kept.many([id], { ...asked, reservation: budget.open() }))).toBe(listOf([expected]));
        const all = [0, 1, 2].map(subject.idOf);
        const each = [];
        for (const one of all) each.push(await outcomeOf(() => fresh.one(one, asked)));
        expect(told(await kept.many(all, { ...asked, reservation: budget.open() }))).toBe(listOf(each));
        if (expected.startsWith('{')) shown += 1;
        else refused += 1;
      }
    }),
    { numRuns: 30 },
  );
  expect(Math.min(shown, refused)).toBeGreaterThan(50);
});
