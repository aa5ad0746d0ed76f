import type { Offset } from '../../base/buffers/offset-table.ts';
import { SimilarBytes } from '../../base/buffers/similar-bytes.ts';
import type { NodeId } from '../../base/ids.ts';
import { NodeForm } from '../../contract/objects/node-form.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readContent, readProperties } from '../../domain/access/rights.ts';
import type { EffectivePermissions } from '../../services/access/rights.ts';
import type { NodeSummary } from '../../services/views/node-views.ts';
import type { RequestContext } from '../request-context.ts';

/** The parts of a request that determine how a node is written. */
export type NodeRequest = Pick<RequestContext, 'caller' | 'links' | 'representation'>;

/** What the shared part of a node was written from. An entry stores it after the shared part, as JSON. */
export interface SharedPartInputs {
  readonly summary: NodeSummary;
  /** The fields that come from related records, as JSON. */
  readonly related: string;
}

/** The indexes of the numbers of an entry. */
const field = {
  /** The length of the shared part, in bytes. The inputs follow it. */
  sharedLength: 0,
  hasFile: 1,
  baseUrl: 2,
  /** The latest state of the views in which the inputs are known to be current. */
  state: 3,
  /** The last caller; consecutive requests usually share one. A number, so that the cache does not hold callers in memory. */
  caller: 4,
  /** The state of the rights in which the last caller had the following permissions. */
  rightsState: 5,
  rights: 6,
  isPublic: 7,
} as const;

const fieldCount = Object.keys(field).length;

/** Keys of the map form have no prefix, because it is the most frequent form. */
const keyOf = (id: NodeId, form: NodeForm): string => (form === 'map' ? id : `${form} ${id}`);

const mayReadContent = (rights: Rights): boolean => includes(rights, readContent);

/** Numbers values in the order in which they appear. */
function createNumbering<V extends object>(): (value: V) => number {
  const numbers = new WeakMap<V, number>();
  let [last, lastNumber, count]: [V | undefined, number, number] = [undefined, 0, 0];
  return (value) => {
    if (value === last) return lastNumber;
    let number = numbers.get(value);
    if (number === undefined) {
      count += 1;
      number = count;
      numbers.set(value, number);
    }
    [last, lastNumber] = [value, number];
    return number;
  };
}

/** The shared parts of nodes in both forms. Offsets are valid until the next call of `find` or `set`. */
export class NodeCacheEntries {
  readonly #bytes: SimilarBytes;
  readonly #numbers: Float64Array;
  readonly #callerNumber = createNumbering<Caller>();
  readonly #baseNumber = createNumbering<NodeRequest['links']>();

  constructor(maxBytes: number) {
    this.#bytes = new SimilarBytes(maxBytes, fieldCount);
    this.#numbers = this.#bytes.numbers;
  }

  /** An entry of the requested form and base URL. Requests for selected properties differ too much to be cached. */
  find(id: NodeId, { representation, links }: NodeRequest): Offset | undefined {
    if (representation.properties !== undefined) return undefined;
    const offset = this.#bytes.find(keyOf(id, representation.form));
    return offset !== undefined && this.#numbers[offset + field.baseUrl] === this.#baseNumber(links)
      ? offset
      : undefined;
  }

  set(sharedPart: Buffer, inputs: SharedPartInputs, request: NodeRequest, state: number): Offset | undefined {
    const { summary } = inputs;
    const numbers = new Float64Array(fieldCount);
    numbers[field.sharedLength] = sharedPart.length;
    numbers[field.hasFile] = Number(summary.hasFile);
    numbers[field.baseUrl] = this.#baseNumber(request.links);
    numbers[field.state] = state;
    const key = keyOf(summary.id, request.representation.form);
    this.#bytes.set(key, Buffer.concat([sharedPart, Buffer.from(JSON.stringify(inputs))]), numbers);
    return this.#bytes.find(key);
  }

  drop(id: NodeId): void {
    for (const form of NodeForm.options) this.#bytes.drop(keyOf(id, form));
  }

  inputsAt(offset: Offset): SharedPartInputs {
    // `set` wrote this JSON.
    return JSON.parse(this.#bytes.rest(offset, this.lengthAt(offset)).toString()) as SharedPartInputs;
  }

  lengthAt(offset: Offset): number {
    return this.#numbers[offset + field.sharedLength] ?? 0;
  }

  hasFileAt(offset: Offset): boolean {
    return this.#numbers[offset + field.hasFile] === 1;
  }

  stateAt(offset: Offset): number {
    return this.#numbers[offset + field.state] ?? 0;
  }

  setState(offset: Offset, state: number): void {
    this.#numbers[offset + field.state] = state;
  }

  /** The permissions of the last caller. */
  permissionsAt(offset: Offset): EffectivePermissions {
    return {
      rights: this.#numbers[offset + field.rights] ?? 0,
      isPublic: this.#numbers[offset + field.isPublic] === 1,
    };
  }

  isLastCaller(offset: Offset, caller: Caller, rightsState: number): boolean {
    return (
      this.#numbers[offset + field.caller] === this.#callerNumber(caller) &&
      this.#numbers[offset + field.rightsState] === rightsState
    );
  }

  setLastCaller(offset: Offset, caller: Caller, { rights, isPublic }: EffectivePermissions, rightsState: number): void {
    this.#numbers[offset + field.caller] = this.#callerNumber(caller);
    this.#numbers[offset + field.rightsState] = rightsState;
    this.#numbers[offset + field.rights] = rights;
    this.#numbers[offset + field.isPublic] = Number(isPublic);
  }

  /** Whether a caller with these permissions may see this shared part: it depends on the right to read the content. */
  isReadableWith(offset: Offset, { rights }: EffectivePermissions): boolean {
    return (
      includes(rights, readProperties) && mayReadContent(rights) === mayReadContent(this.permissionsAt(offset).rights)
    );
  }

  startCollecting(): void {
    this.#bytes.startCollecting();
  }

  /** Collects a node: its shared part, and the part for the caller. */
  collectNode(offset: Offset, callersPart: Buffer): void {
    this.#bytes.collect(offset, this.lengthAt(offset));
    this.#bytes.collectBytes(callersPart);
  }

  collectBytes(bytes: Buffer): void {
    this.#bytes.collectBytes(bytes);
  }

  collected(): Buffer[] {
    return this.#bytes.collected();
  }
}
