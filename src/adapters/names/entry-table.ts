import { type NamedEntry, nameKinds } from '../../ports/name-index.ts';
import { AclRootTable } from './acl-root-table.ts';

/** A removed entry. */
const gone = -1;
/** No ACL root, or no owner. */
const none = -1;

/** A 32-bit hash (FNV-1a). */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** A digest of 53 bits of what an entry is called, to recognize that it did not change. */
function digestOf({ labels, keywords }: NamedEntry): number {
  const text = JSON.stringify([labels, keywords]);
  return hashOf(text, 0x81_1c_9d_c5) * 2 ** 21 + (hashOf(text, 0x2d_35_8d_cc) >>> 11);
}

/** The entries of a name index by number, without their words. A number is not used again. */
export class EntryTable {
  readonly aclRoots = new AclRootTable();
  readonly #numbers = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #kinds: number[] = [];
  readonly #roots: number[] = [];
  readonly #owners: number[] = [];
  readonly #lengths: number[] = [];
  readonly #digests: number[] = [];
  readonly #ownerNumbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** How many numbers are in use or were. All numbers are below. */
  get numbers(): number {
    return this.#keys.length;
  }

  /** Updates who sees the entry, and its kind. False if it has other words, or is new. */
  update(entry: NamedEntry): boolean {
    const number = this.#numbers.get(entry.key);
    if (number === undefined || this.#digests[number] !== digestOf(entry)) return false;
    this.#describe(number, entry);
    return true;
  }

  /** Adds an entry whose first label has so many words. Returns its number. */
  add(entry: NamedEntry, length: number): number {
    const number = this.#keys.length;
    this.#numbers.set(entry.key, number);
    this.#keys.push(entry.key);
    this.#lengths.push(length);
    this.#digests.push(digestOf(entry));
    this.#describe(number, entry);
    return number;
  }

  remove(key: string): void {
    const number = this.#numbers.get(key);
    if (number === undefined) return;
    this.#numbers.delete(key);
    this.#kinds[number] = gone;
    this.#keys[number] = '';
  }

  keyOf(number: number): string {
    return this.#keys[number] ?? '';
  }

  /** The number of its kind in `nameKinds`; negative if the entry was removed. */
  kindOf(number: number): number {
    return this.#kinds[number] ?? gone;
  }

  lengthOf(number: number): number {
    return this.#lengths[number] ?? 0;
  }

  /** The number of its ACL root; negative if it has none. */
  aclRootOf(number: number): number {
    return this.#roots[number] ?? none;
  }

  /** Whether the entry belongs to the owner with this number. */
  isOwnedBy(number: number, owner: number | undefined): boolean {
    return owner !== undefined && this.#owners[number] === owner;
  }

  ownerNumber(userName: string | null): number | undefined {
    return userName === null ? undefined : this.#ownerNumbers.get(userName);
  }

  #describe(number: number, { kind, aclRoot, owner }: NamedEntry): void {
    this.#kinds[number] = nameKinds.indexOf(kind);
    this.#roots[number] = aclRoot === null ? none : this.aclRoots.numberOf(aclRoot);
    this.#owners[number] = owner === null ? none : this.#numberOfOwner(owner);
  }

  #numberOfOwner(owner: string): number {
    const known = this.#ownerNumbers.get(owner);
    if (known !== undefined) return known;
    this.#ownerNumbers.set(owner, this.#ownerNumbers.size);
    return this.#ownerNumbers.size - 1;
  }
}
