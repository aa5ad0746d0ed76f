// German words of a school, as names and texts of materials are made of them.

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Subjects with their codes in the vocabulary of the default metadata set, and what is taught in them. */
export const subjects: readonly { readonly name: string; readonly code: string; readonly topics: readonly string[] }[] =
  [
    {
      name: 'Mathematik',
      code: '380',
      topics: split(
        'Bruchrechnung Prozentrechnung Zinsrechnung Dreieckskonstruktion Satzgruppe Wahrscheinlichkeit Stochastik Funktionen Ableitungen Vektorrechnung Gleichungssysteme Kreisberechnung Potenzen Logarithmus Einmaleins Flächeninhalt',
      ),
    },
    {
      name: 'Deutsch',
      code: '120',
      topics: split(
        'Satzglieder Kommasetzung Rechtschreibung Gedichtanalyse Märchen Fabeln Erörterung Kurzgeschichte Inhaltsangabe Wortarten Novelle Balladen Argumentation Lesetagebuch Zeitformen',
      ),
    },
    {
      name: 'Biologie',
      code: '080',
      topics: split(
        'Photosynthese Zellteilung Genetik Ökosystem Verdauung Blutkreislauf Evolution Insekten Waldboden Immunsystem Nervensystem Vererbung Mikroskopieren Atmung',
      ),
    },
    {
      name: 'Physik',
      code: '460',
      topics: split(
        'Optik Stromkreis Magnetismus Mechanik Wellen Wärmelehre Radioaktivität Hebelgesetz Induktion Schwingungen Beschleunigung Reibung Energieerhaltung',
      ),
    },
    {
      name: 'Chemie',
      code: '100',
      topics: split(
        'Periodensystem Redoxreaktion Säuren Laugen Atombau Kohlenwasserstoffe Elektrolyse Stoffgemische Alkohole Kunststoffe Katalyse',
      ),
    },
    {
      name: 'Geschichte',
      code: '240',
      topics: split(
        'Mittelalter Römer Reformation Industrialisierung Kaiserreich Weimar Nationalsozialismus Völkerwanderung Absolutismus Kolonialismus Mauerbau Antike',
      ),
    },
    {
      name: 'Geografie',
      code: '220',
      topics: split(
        'Vulkane Klimazonen Plattentektonik Kartenkunde Regenwald Landwirtschaft Gletscher Stadtentwicklung Wüsten Erdbeben Bevölkerung',
      ),
    },
    {
      name: 'Englisch',
      code: '20001',
      topics: split('Vocabulary Grammar Tenses Listening Shakespeare London Reading Conditionals Letters Australia'),
    },
    {
      name: 'Französisch',
      code: '20002',
      topics: split('Passé Subjonctif Vocabulaire Paris Dialogues Prépositions Écouter Chansons'),
    },
    {
      name: 'Latein',
      code: '20005',
      topics: split('Deklination Konjugation Caesar Ovid Ablativ Partizipien Gladiatoren'),
    },
    {
      name: 'Musik',
      code: '420',
      topics: split('Notenlehre Rhythmus Harmonielehre Instrumente Beethoven Kanon Orchester Popmusik Tonleitern'),
    },
    {
      name: 'Kunst',
      code: '060',
      topics: split('Perspektive Farbkreis Aquarell Impressionismus Druckgrafik Collage Porträt Architektur Plastik'),
    },
    {
      name: 'Informatik',
      code: '320',
      topics: split('Algorithmen Datenbanken Python Netzwerke Verschlüsselung Automaten Tabellenkalkulation Robotik'),
    },
    {
      name: 'Politik',
      code: '480',
      topics: split('Grundgesetz Bundestag Wahlen Europa Medien Gewaltenteilung Sozialstaat'),
    },
    {
      name: 'Ethik',
      code: '160',
      topics: split('Freundschaft Gerechtigkeit Menschenrechte Verantwortung Utilitarismus'),
    },
    {
      name: 'Religion',
      code: '520',
      topics: split('Schöpfung Propheten Islam Judentum Bergpredigt Buddhismus Kirchenjahr'),
    },
  ];

/** Kinds of material, with their keys in the vocabulary of the default metadata set. */
export const forms: readonly { readonly name: string; readonly key: string }[] = [
  { name: 'Arbeitsblatt', key: 'text' },
  { name: 'Übungen', key: 'drill_and_practice' },
  { name: 'Präsentation', key: 'demonstration' },
  { name: 'Klassenarbeit', key: 'assessment' },
  { name: 'Versuch', key: 'experiment' },
  { name: 'Foto', key: 'photograph' },
  { name: 'Lernspiel', key: 'educational_game' },
  { name: 'Karte', key: 'map' },
  { name: 'Film', key: 'video' },
  { name: 'Glossar', key: 'glossary' },
  { name: 'Stundenentwurf', key: 'guide' },
];

/** The most frequent first, as in a text. */
export const particles = split(`
  die der und in zu den das von mit für auf ist im eine dem des ein sich nicht auch werden an als aus bei nach wie zum sind zur
  einer oder durch über um wird einen kann so können sie noch wenn nur vor bis mehr unter zwischen hat diese dieser haben am
  alle sowie gegen ihre einem eigenen anhand dabei welche jede beim müssen ohne etwa`);

/** What sentences about lessons are made of. */
export const nouns = split(`
  Aufgaben Lernenden Schülerinnen Schüler Unterricht Lösungen Beispiele Gruppe Klasse Text Bild Übung Tabelle Material Versuch
  Frage Antwort Thema Stunde Wiederholung Vergleich Alltag Zeichnung Begriff Regel Beobachtung Auswertung Ergebnis Quelle Karte
  Partner Diagramm Rechnung Modell Merksatz Heft Tafel Hausaufgabe Gespräch Vortrag Plakat Station Lernziel Einstieg Differenzierung
  Kompetenz Schaubild Zeitstrahl Protokoll Hypothese Messung Formel Beweis Skizze Begründung Darstellung Meinung Rolle Figur Handlung
  Sprache Wortschatz Satz Absatz Überschrift Zusammenfassung Zitat Autor Epoche Gesellschaft Umwelt Natur Pflanze Tier Wasser Luft
  Boden Energie Kraft Licht Farbe Klang Takt Melodie Raum Form Zahl Menge Größe Winkel Fläche Strecke Punkt Gerade Kreis Körper
  Netz Programm Daten Ablauf Sicherheit Freiheit Recht Pflicht Familie Schule Stadt Land Fluss Gebirge Meer Klima Wetter Jahreszeit
  Handel Arbeit Wirtschaft Technik Erfindung Reise Entdeckung Krieg Frieden Herrschaft Kirche Kloster Burg Bauern Bürger Maschine
  Fabrik Straße Brücke Haus Garten Wald Wiese Zelle Blatt Wurzel Samen Blüte Organ Herz Lunge Muskel Knochen Ernährung Bewegung
  Gesundheit Sinne Auge Ohr Haut Gehirn Gefühl Traum Fantasie Geschichte Erzählung Gedicht Lied Spiel Bühne Maske Film Foto Zeitung`);

/** The first parts of compounds: with the nouns they make the long tail of words that few materials have. */
export const prefixes = split(`
  Arbeits Lern Übungs Unterrichts Schul Klassen Gruppen Text Bild Zeit Welt Natur Umwelt Grund Haupt Neben Teil Gesamt Vor Nach
  Gegen Zwischen Über Unter Eigen Fremd Lebens Alltags Wissens Sprach Schrift Lese Hör Rechen Mess Zeichen Farb Ton Raum Flächen
  Zahlen Daten Wasser Luft Wärme Kälte Licht Strom Kraft Energie Pflanzen Tier Menschen Kinder Jugend Familien Stadt Land Küsten
  Gebirgs Wald Winter Sommer Handels Wirtschafts Rechts Friedens Kriegs Ritter Bürger Kloster Reise Entdecker Forscher Experten`);

export const verbs = split(`
  erarbeiten beschreiben vergleichen untersuchen erklären üben lesen berechnen zeichnen beobachten notieren begründen ordnen
  besprechen präsentieren bewerten ergänzen wiederholen anwenden messen sammeln gestalten formulieren überprüfen`);

export const firstNames = split(`
  Anna Lukas Marie Finn Sophie Jonas Emma Paul Lea Leon Mia Elias Hannah Noah Lina Felix Clara Max Ida Ben Yusuf Aylin Mehmet
  Fatma Jürgen Käthe Björn Zoë Ole Greta`);

export const lastNames = split(`
  Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder
  Neumann Schwarz Zimmermann Krüger Braun Hofmann Yılmaz Kaya Nowak Öztürk Jäger Voß Groß`);
