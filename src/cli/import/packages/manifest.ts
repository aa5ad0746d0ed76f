import { posix } from 'node:path';
import { type Archive, refused, xmlFrom } from '../archives/archive.ts';
import { type LomRecord, lomIn, lomRecord } from '../lom/lom-record.ts';
import { webAddress } from '../web-address.ts';
import { elementAt, elementsAt, elementsNamed, lineOf, readDocument, type XmlElement } from '../xml/elements.ts';

/** The name of the document that describes a learning package. */
export const manifestPath = 'imsmanifest.xml';

/** The formats of learning packages, as `--kind` takes them. */
export type PackageFormat = 'scorm' | 'ims' | 'common-cartridge';

/** A part of a package that belongs together. */
interface Resource {
  readonly type: string;
  /** The file that is opened first; undefined for links, and if there is none. */
  readonly path: string | undefined;
  /** An address that it stands for. */
  readonly link: string | undefined;
  readonly lom: LomRecord | undefined;
}

/** A step of the organization. */
export interface Part {
  readonly identifier: string;
  readonly title: string;
  readonly resource: Resource | undefined;
  readonly lom: LomRecord | undefined;
  readonly parts: readonly Part[];
}

/** What a manifest says (IMS Content Packaging, SCORM, Common Cartridge). */
export interface Manifest {
  readonly format: PackageFormat;
  /** Such as `a SCORM 1.2 package`. */
  readonly understoodAs: string;
  readonly identifier: string | undefined;
  readonly title: string | undefined;
  readonly lom: LomRecord | undefined;
  readonly parts: readonly Part[];
  /** The files that only describe the package. */
  readonly descriptions: ReadonlySet<string>;
  /** Sentences about what is missing or broken, such as listed files that the archive does not have. */
  readonly warnings: readonly string[];
}

/** Reads the manifest of a package. Rejects with a failure if it cannot be read, or leads out of the package. */
export async function readManifest(archive: Archive, input: string): Promise<Manifest> {
  const root = await xmlFrom(archive, manifestPath, input);
  return new ManifestReader(archive, input).read(root);
}

function formatOf(root: XmlElement): Pick<Manifest, 'format' | 'understoodAs'> {
  const schema = lineOf(elementAt(root, 'metadata/schema'));
  const version = lineOf(elementAt(root, 'metadata/schemaversion'));
  if (/common cartridge|thin cc/i.test(schema)) {
    return { format: 'common-cartridge', understoodAs: `a Common Cartridge ${version}`.trim() };
  }
  const isScorm =
    /scorm/i.test(schema) ||
    elementsAt(root, 'resources/resource').some((resource) => resource.attributes.has('scormtype'));
  if (!isScorm) return { format: 'ims', understoodAs: 'an IMS content package' };
  return { format: 'scorm', understoodAs: `a SCORM ${version.replace('CAM 1.3', '2004')} package`.replace('  ', ' ') };
}

class ManifestReader {
  readonly #archive: Archive;
  readonly #input: string;
  /** The paths by their lower case, as packages of Windows mix both. */
  readonly #folded: ReadonlyMap<string, string>;
  readonly #resources = new Map<string, Resource>();
  readonly #descriptions = new Set([manifestPath]);
  readonly #warnings = new Set<string>();

  constructor(archive: Archive, input: string) {
    this.#archive = archive;
    this.#input = input;
    this.#folded = new Map([...archive.files.keys()].map((path) => [folded(path), path]));
  }

  async read(root: XmlElement): Promise<Manifest> {
    const lom = await this.#lomOf(root, '');
    for (const resources of elementsNamed(root, 'resources')) {
      const base = baseOf(root) + baseOf(resources);
      for (const resource of elementsAt(resources, 'resource')) {
        this.#resources.set(resource.attributes.get('identifier') ?? '', await this.#resource(resource, base));
      }
    }
    const organizations = elementsAt(root, 'organizations/organization');
    const chosen = elementAt(root, 'organizations')?.attributes.get('default');
    const organization =
      organizations.find(({ attributes }) => attributes.get('identifier') === chosen) ?? organizations[0];
    return {
      ...formatOf(root),
      identifier: root.attributes.get('identifier'),
      title: lom?.title ?? (lineOf(elementAt(organization, 'title')) || undefined),
      lom,
      parts: organization === undefined ? [] : await this.#partsOf(organization),
      descriptions: this.#descriptions,
      warnings: [...this.#warnings],
    };
  }

  async #resource(element: XmlElement, base: string): Promise<Resource> {
    const href = element.attributes.get('href');
    const own = base + baseOf(element);
    const files = elementsAt(element, 'file').map((file) => this.#pathAt(own, file.attributes.get('href')));
    const type = element.attributes.get('type') ?? '';
    const path = href === undefined ? files.find((file) => file !== undefined) : this.#pathAt(own, href);
    const isLink = /^imswl_/i.test(type) && path !== undefined;
    if (isLink) this.#descriptions.add(path);
    const link = isLink ? await this.#webLink(path) : webAddress(href ?? '');
    return { type, path: link === undefined ? path : undefined, link, lom: await this.#lomOf(element, own) };
  }

  /** The address in a web link of a Common Cartridge. */
  async #webLink(path: string): Promise<string | undefined> {
    const url = elementAt(await this.#document(path), 'url');
    return webAddress(url?.attributes.get('href') ?? '');
  }

  async #partsOf(element: XmlElement): Promise<Part[]> {
    const parts: Part[] = [];
    for (const item of elementsAt(element, 'item')) {
      const below = await this.#partsOf(item);
      const title = lineOf(elementAt(item, 'title'));
      const reference = item.attributes.get('identifierref') ?? '';
      const resource = this.#resources.get(reference);
      if (reference !== '' && resource === undefined) this.#lacks(reference);
      if (title === '' && resource === undefined) parts.push(...below);
      else {
        const identifier = item.attributes.get('identifier') ?? '';
        parts.push({ identifier, title, resource, lom: await this.#lomOf(item, ''), parts: below });
      }
    }
    return parts;
  }

  /** The LOM record in an element, or in the file that it names. */
  async #lomOf(element: XmlElement, base: string): Promise<LomRecord | undefined> {
    const metadata = elementAt(element, 'metadata');
    const location = lineOf(elementAt(metadata, 'location'));
    const path = location === '' ? undefined : this.#pathAt(base, location);
    if (path !== undefined) this.#descriptions.add(path);
    const document = path === undefined ? undefined : await this.#document(path);
    const lom = lomIn(metadata) ?? (document?.name === 'lom' ? document : lomIn(document));
    return lom === undefined ? undefined : lomRecord(lom, { withLink: false });
  }

  /** A document beside the manifest. A broken one is noted, as the package is of use without it. */
  async #document(path: string): Promise<XmlElement | undefined> {
    try {
      return await readDocument(await this.#archive.open(path));
    } catch (error) {
      this.#warnings.add(`${path} cannot be read. ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  #lacks(what: string): void {
    this.#warnings.add(`The manifest lists "${what}", which the package does not have.`);
  }

  /** The path of a listed file; undefined for addresses and for missing files, which are noted. */
  #pathAt(base: string, href: string | undefined): string | undefined {
    if (href === undefined || href === '' || /^[a-z][a-z0-9+.-]+:/i.test(href)) return undefined;
    const written = href.replaceAll('\\', '/').replace(/[?#].*$/s, '');
    const spellings = [href.replaceAll('\\', '/'), written, decodedPath(written)].map((path) =>
      posix.normalize(base + path),
    );
    if (spellings.some((path) => path.startsWith('../') || path.startsWith('/') || path === '..')) {
      throw refused(
        this.#input,
        `${manifestPath} in it names "${href}", which is outside of the package.`,
        'Import packages of people that you trust.',
      );
    }
    const found = spellings.map((path) => this.#folded.get(folded(path))).find((path) => path !== undefined);
    if (found === undefined) this.#lacks(base + written);
    return found;
  }
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

const baseOf = ({ attributes }: XmlElement): string => attributes.get('base')?.replace(/(?<=[^/])$/, '/') ?? '';

/** A path with its percent-encoding undone; as it is written if that is not possible. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
