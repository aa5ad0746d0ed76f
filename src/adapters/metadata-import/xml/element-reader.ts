import { nearestOf } from '../../../base/nearest.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { elementsOf, textOf, type XmlElement } from './element-tree.ts';

/** An element that is being read: whatever nobody asks for is told in the end. */
export interface ElementReader {
  readonly element: XmlElement;
  /**
   * The text of an attribute or of an element inside, whichever is there: files write many things either way.
   * Undefined where there is neither, or nothing in it.
   */
  text(...names: readonly string[]): string | undefined;
  /** The same as a truth value; anything else than a word for one is told, and undefined. */
  flag(...names: readonly string[]): boolean | undefined;
  /** The same as a number. */
  number(...names: readonly string[]): number | undefined;
  /** The elements inside of this name, to be read one by one. */
  all(name: string): ElementReader[];
  /** The first of them; further ones are told. */
  one(name: string): ElementReader | undefined;
  /** The elements of this name inside the element of that one: `<params><param/></params>`. */
  inside(container: string, name: string): ElementReader[];
  /** The text right inside. */
  readonly ownText: string;
  /** Tells that something of these names is left out, where it is there. */
  leave(names: readonly string[], why: string): void;
  /** Tells something about this element. */
  tell(kind: 'left-out' | 'changed' | 'unusable', message: string): void;
  /** Ends reading: tells attributes, elements and texts that nobody asked for. */
  end(): void;
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Begins to read an element. */
export function createElementReader(element: XmlElement, notes: Notes): ElementReader {
  const { file, line, name: elementName, attributes } = element;
  const asked = new Set<string>();
  const told = new Set<XmlElement>();
  let textAsked = false;
  const inner = elementsOf(element);
  const named = (name: string) => inner.filter((child) => child.name === name);

  const second = (child: XmlElement): void => {
    const message = `a second <${child.name}> in the same <${elementName}>; the first one holds`;
    notes.add(file, child.line, 'left-out', message);
  };

  const attributeOf = (name: string): string | undefined => {
    const value = attributes[name]?.trim();
    return value === '' ? undefined : value;
  };

  /** What stands in elements that were asked for their text alone. */
  const tellInner = (child: XmlElement): void => {
    if (told.has(child)) return;
    told.add(child);
    for (const attribute of Object.keys(child.attributes)) {
      notes.add(file, child.line, 'unknown', `an attribute «${attribute}» of <${child.name}> in <${elementName}>`);
    }
    for (const { name, line: at } of elementsOf(child))
      notes.add(file, at, 'unknown', `an element <${name}> in <${child.name}>`);
  };

  const textNamed = (name: string): string | undefined => {
    asked.add(name);
    const [first, ...others] = named(name);
    for (const child of others) if (!told.has(child)) second(child);
    for (const child of others) told.add(child);
    if (first === undefined) return attributeOf(name);
    tellInner(first);
    const text = textOf(first);
    return text === '' ? attributeOf(name) : text;
  };

  const textOfAny = (names: readonly string[]): string | undefined => {
    const texts = names.map(textNamed);
    return texts.find((text) => text !== undefined);
  };

  const all = (name: string): ElementReader[] => {
    asked.add(name);
    return named(name).map((child) => createElementReader(child, notes));
  };

  const one = (name: string): ElementReader | undefined => {
    const [first, ...others] = all(name);
    for (const other of others) second(other.element);
    return first;
  };

  const unreadable = (names: readonly string[], text: string, expected: string): undefined => {
    notes.add(
      file,
      line,
      'left-out',
      `«${text.slice(0, 50)}» as <${names[0] ?? ''}> of <${elementName}>: ${expected} is expected`,
    );
  };

  const tellUnasked = (): void => {
    const hint = (name: string): string => {
      // A note that is only counted needs no words.
      const nearest = notes.more() > 0 ? '' : nearestOf(asked, name);
      return nearest === '' ? '' : `; the nearest one known here is ${nearest}`;
    };
    for (const name of Object.keys(attributes)) {
      if (asked.has(name)) continue;
      notes.add(file, line, 'unknown', `an attribute «${name}» of <${elementName}>${hint(name)}`);
    }
    for (const { name, line: at } of inner) {
      if (!asked.has(name)) notes.add(file, at, 'unknown', `an element <${name}> in <${elementName}>${hint(name)}`);
    }
    if (!textAsked && textOf(element) !== '') {
      notes.add(file, line, 'left-out', `a text right inside <${elementName}>, where only elements belong`);
    }
  };

  return {
    element,
    text: (...names) => textOfAny(names),
    flag(...names) {
      const text = textOfAny(names);
      if (text === undefined) return undefined;
      return truths.get(text.toLowerCase()) ?? unreadable(names, text, 'true or false');
    },
    number(...names) {
      const text = textOfAny(names);
      if (text === undefined) return undefined;
      const value = Number(text);
      return Number.isFinite(value) ? value : unreadable(names, text, 'a number');
    },
    all,
    one,
    inside(container, name) {
      const outer = one(container);
      if (outer === undefined) return [];
      const found = outer.all(name);
      outer.end();
      return found;
    },
    get ownText() {
      textAsked = true;
      return textOf(element);
    },
    leave(names, why) {
      for (const name of names) {
        if (Object.hasOwn(attributes, name))
          notes.add(file, line, 'left-out', `the attribute «${name}» of <${elementName}>: ${why}`);
        for (const child of named(name))
          notes.add(file, child.line, 'left-out', `<${name}> in <${elementName}>: ${why}`);
        asked.add(name);
      }
    },
    tell: (kind, message) => notes.add(file, line, kind, message),
    end: tellUnasked,
  };
}
