const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/** Text in lower-case letters without marks: umlauts as people write them without an umlaut key, `ö` as `oe`. */
export const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüßæøåœđðłıþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** The same, without anything but letters and digits: how headers are compared. */
export const bare = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
