import { notAnAddress } from '../address/address-failures.ts';
import { type AddressOptions, parseAddress } from '../address/get.ts';
import { type HarvestRequest, harvest, type Identity, identify } from '../oai/harvest.ts';
import { itemOfRecord } from '../oai/record-item.ts';
import { addressOptionsOf } from '../records/opened-text.ts';
import type { ImportSource, SourceKind, SourceOptions } from '../source.ts';

/** The arguments of OAI-PMH. Others belong to the address of the repository. */
const ownArguments = ['verb', 'metadataPrefix', 'set', 'from', 'until', 'identifier', 'resumptionToken'];

/** What the address and the options request. The options are stronger. */
function requestOf(text: string, { metadataPrefix, set, from, since }: SourceOptions): HarvestRequest {
  const base = parseAddress(text);
  const query = new URLSearchParams(base.search);
  const verb = query.get('verb') ?? 'ListRecords';
  if (!['ListRecords', 'ListIdentifiers', 'Identify'].includes(verb)) {
    throw notAnAddress(text, `A harvest reads the records of a list (verb=ListRecords), not ${verb}.`);
  }
  for (const name of ownArguments) base.searchParams.delete(name);
  base.hash = '';
  return {
    base,
    metadataPrefix: metadataPrefix ?? query.get('metadataPrefix') ?? 'oai_dc',
    set: set ?? query.get('set') ?? undefined,
    from: since ?? from ?? query.get('from') ?? undefined,
  };
}

function understood({ name }: Identity, { metadataPrefix, set, from }: HarvestRequest): string {
  const facts = [
    metadataPrefix,
    ...(set === undefined ? [] : [`set ${set}`]),
    ...(from === undefined ? [] : [`since ${from}`]),
  ];
  return `a harvest of "${name}" (OAI-PMH, ${facts.join(', ')})`;
}

function sourceOf(request: HarvestRequest, identity: Identity, options: AddressOptions): ImportSource {
  let state: string | undefined;
  return {
    understoodAs: understood(identity, request),
    name: request.base.href,
    total: undefined,
    async *items() {
      state = undefined;
      let number = 0;
      for await (const record of harvest(request, options)) {
        number += 1;
        yield itemOfRecord(record, number);
      }
      // The time at the start: what changes during the harvest is in the next one.
      state = identity.now;
    },
    state: () => state,
    close: async () => undefined,
  };
}

/** A harvest by OAI-PMH 2.0. */
export const oai: SourceKind = {
  name: 'oai',
  title: 'OAI-PMH harvest (address)',
  readsAddresses: true,
  // A request without a verb is answered with this error (OAI-PMH 2.0, 3.6).
  recognises: async ({ kind, text, beginning }) =>
    kind === 'address' &&
    (/[?&]verb=/.test(text) || /<error\s[^>]*code=["']badVerb["']/.test(beginning.toString('latin1'))),
  async open({ text }, options) {
    const request = requestOf(text, options);
    const addressOptions = addressOptionsOf(options);
    const identity = await identify(request.base, addressOptions);
    const from = identity.hasTimes ? request.from : request.from?.slice(0, 10);
    return sourceOf({ ...request, from }, identity, addressOptions);
  },
};
