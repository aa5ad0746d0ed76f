/** The areas of an export that consist of nodes. They are the names of folders in the archive (output rule 2). */
export type NodeArea = 'home' | 'collection' | 'shared' | 'safe/home' | 'safe/shared';

/** All areas, in the order of the index. The contract has no `usage`. */
export const exportAreas = [
  'home',
  'collection',
  'shared',
  'feedback',
  'comment',
  'usage',
  'safe/home',
  'safe/shared',
] as const;

export type ExportArea = (typeof exportAreas)[number];

/** The titles of the areas in the index. */
export const areaTitles: Readonly<Record<ExportArea, string>> = {
  home: 'Persönlicher Ordner',
  collection: 'Sammlungen',
  shared: 'Objekte in anderen Ordnern',
  feedback: 'Feedback',
  comment: 'Kommentare',
  usage: 'Verwendungen in Kursen',
  'safe/home': 'Geschützter Bereich: persönlicher Ordner',
  'safe/shared': 'Geschützter Bereich: Objekte in anderen Ordnern',
};
