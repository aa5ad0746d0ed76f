import { nearestOf } from '../../../base/nearest.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { elementsOf, textOf, type XmlElement } from './element-tree.ts';

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Reads one element, and reports everything in it that the import does not read. */
export class ElementReader {
  readonly element: XmlElement;
  readonly #notes: Notes;
  readonly #children: readonly XmlElement[];
  readonly #readNames = new Set<string>();
  /** Children about which something was reported. */
  readonly #reported = new Set<XmlElement>();
  #textWasRead = false;

  constructor(element: XmlElement, notes: Notes) {
    this.element = element;
    this.#notes = notes;
    this.#children = elementsOf(element);
  }

  /**
   * The text of a child element or, if there is none, of the attribute with one of these names: many files use either.
   * Undefined if all are missing or empty.
   */
  text(...names: readonly string[]): string | undefined {
    // Every name is read, so that none of them is reported as unknown.
    const texts = names.map((name) => this.#textOf(name));
    return texts.find((text) => text !== undefined);
  }

  /** Like `text`, as a boolean. Reports a value that is not a boolean, and returns undefined. */
  flag(...names: readonly string[]): boolean | undefined {
    const text = this.text(...names);
    if (text === undefined) return undefined;
    return booleans.get(text.toLowerCase()) ?? this.#invalid(names, text, 'true or false');
  }

  /** Like `text`, as a number. Reports a value that is not a number, and returns undefined. */
  number(...names: readonly string[]): number | undefined {
    const text = this.text(...names);
    if (text === undefined) return undefined;
    const value = Number(text);
    return Number.isFinite(value) ? value : this.#invalid(names, text, 'a number');
  }

  /** Readers for all child elements of this name. */
  all(name: string): ElementReader[] {
    this.#readNames.add(name);
    return this.#childrenNamed(name).map((child) => new ElementReader(child, this.#notes));
  }

  /** A reader for the first child element of this name. Further ones are reported. */
  one(name: string): ElementReader | undefined {
    const [first, ...others] = this.all(name);
    for (const { element } of others) this.#reportSecond(element);
    return first;
  }

  /** Readers for the elements of a container: `<params><param/></params>`. */
  inside(container: string, name: string): ElementReader[] {
    const outer = this.one(container);
    if (outer === undefined) return [];
    const elements = outer.all(name);
    outer.end();
    return elements;
  }

  /** The text directly inside. */
  get ownText(): string {
    this.#textWasRead = true;
    return textOf(this.element);
  }

  /** Reports attributes and child elements of these names as left out, with the reason. */
  leaveOut(names: readonly string[], why: string): void {
    const { file, line, name: elementName, attributes } = this.element;
    for (const name of names) {
      if (Object.hasOwn(attributes, name))
        this.#notes.add(file, line, 'left-out', `the attribute "${name}" of <${elementName}>: ${why}`);
      for (const child of this.#childrenNamed(name))
        this.#notes.add(file, child.line, 'left-out', `<${name}> in <${elementName}>: ${why}`);
      this.#readNames.add(name);
    }
  }

  report(kind: 'left-out' | 'changed' | 'unusable', message: string): void {
    this.#notes.add(this.element.file, this.element.line, kind, message);
  }

  /** Reports attributes, elements and text that were not read. Call this last. */
  end(): void {
    const { file, line, name: elementName, attributes } = this.element;
    for (const name of Object.keys(attributes)) {
      if (this.#readNames.has(name)) continue;
      this.#notes.add(file, line, 'unknown', `an attribute "${name}" of <${elementName}>${this.#hint(name)}`);
    }
    for (const { name, line: childLine } of this.#children) {
      if (this.#readNames.has(name)) continue;
      this.#notes.add(file, childLine, 'unknown', `an element <${name}> in <${elementName}>${this.#hint(name)}`);
    }
    if (!this.#textWasRead && textOf(this.element) !== '') {
      this.report('left-out', `a text directly inside <${elementName}>, which may contain only elements`);
    }
  }

  #childrenNamed(name: string): XmlElement[] {
    return this.#children.filter((child) => child.name === name);
  }

  #textOf(name: string): string | undefined {
    this.#readNames.add(name);
    const [first, ...others] = this.#childrenNamed(name);
    for (const child of others) {
      if (this.#reported.has(child)) continue;
      this.#reportSecond(child);
      this.#reported.add(child);
    }
    if (first === undefined) return this.#attribute(name);
    this.#reportContent(first);
    const text = textOf(first);
    return text === '' ? this.#attribute(name) : text;
  }

  #attribute(name: string): string | undefined {
    const value = this.element.attributes[name]?.trim();
    return value === '' ? undefined : value;
  }

  #reportSecond(child: XmlElement): void {
    const { file, name } = this.element;
    const message = `a second <${child.name}> in the same <${name}>; the first one is used`;
    this.#notes.add(file, child.line, 'left-out', message);
  }

  /** Reports everything but the text of a child. */
  #reportContent(child: XmlElement): void {
    if (this.#reported.has(child)) return;
    this.#reported.add(child);
    const { file, name: elementName } = this.element;
    for (const name of Object.keys(child.attributes)) {
      this.#notes.add(file, child.line, 'unknown', `an attribute "${name}" of <${child.name}> in <${elementName}>`);
    }
    for (const { name, line } of elementsOf(child))
      this.#notes.add(file, line, 'unknown', `an element <${name}> in <${child.name}>`);
  }

  #invalid(names: readonly string[], text: string, expected: string): undefined {
    const message = `"${text.slice(0, 50)}" as <${names[0] ?? ''}> of <${this.element.name}>: ${expected} is expected`;
    this.report('left-out', message);
  }

  /**
   * The end of a message that suggests the nearest name that was read here. Empty if no name was read, or if the limit of
   * notes is reached and messages are no longer stored.
   */
  #hint(name: string): string {
    const nearest = this.#notes.more() > 0 ? '' : nearestOf(this.#readNames, name);
    return nearest === '' ? '' : `; the nearest known name here is ${nearest}`;
  }
}
