/** The characters that Windows, macOS or ZIP programs do not accept in file names. */
const forbidden = /[\p{Cc}<>:"/\\|?*]/gu;

/** Windows reserves these names, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** In UTF-16 code units. Linux limits names to 255 bytes in UTF-8, with what is appended to them. */
const maxNameLength = 80;

/** In UTF-16 code units. Windows limits paths to 260, with the folder that the archive is unpacked to. */
const maxPathLength = 200;

function clipped(name: string): string {
  if (name.length <= maxNameLength) return name;
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? '';
  // A surrogate pair that was cut loses its other half, too.
  const stem = name.slice(0, maxNameLength - extension.length).replace(/[\ud800-\udbff]$/, '');
  return stem + extension;
}

/** A node's name as a file name that every operating system accepts. Never empty, `.` or `..`. */
export function fileNameOf(name: string): string {
  const plain = clipped(name.toWellFormed().normalize('NFC').replaceAll(forbidden, '_').trim()).replace(/[. ]+$/, '');
  if (plain === '') return '_';
  return reserved.test(plain) ? `_${plain}` : plain;
}

/** Hands out paths in an archive. No two are equal, not even for systems that ignore case. */
export interface ArchivePaths {
  /** The path for this name in a folder, with `_1`, `_2` … appended if it is taken. `folder` is empty at the top. */
  folderFor(folder: string, name: string): string;
}

const foldedCase = (path: string): string => path.toLowerCase();

export function createArchivePaths(): ArchivePaths {
  const taken = new Set<string>();
  /** By path: the number to try next. Without it, many nodes of the same name would take quadratic time. */
  const numbers = new Map<string, number>();

  const freePath = (path: string): string => {
    const start = foldedCase(path);
    let [free, number] = [path, numbers.get(start) ?? 1];
    for (; taken.has(foldedCase(free)); number += 1) free = `${path}_${number}`;
    if (free !== path) numbers.set(start, number);
    return free;
  };

  return {
    folderFor(folder, name) {
      const file = fileNameOf(name);
      const inFolder = folder === '' ? file : `${folder}/${file}`;
      // Below a very long path, nodes lie in the area's own folder.
      const isLong = `${inFolder}/${file}.json`.length > maxPathLength;
      const path = isLong ? `${folder.split('/')[0] ?? folder}/${file}` : inFolder;
      const free = freePath(path);
      taken.add(foldedCase(free));
      // The node's own files lie in this folder, so none of its children may take their names.
      for (const own of [file, `${file}.json`, `${file}.png`]) taken.add(foldedCase(`${free}/${own}`));
      return free;
    },
  };
}
