/** What `edu-repo help import` says of sources, below the options. */
export const importNotes = `Sources, recognised by what is in them; --kind names the kind where that is not clear:
  folder                   a local folder with everything below it, named as it is
  list                     a table of material: CSV, TSV, XLSX, JSON or JSON lines
  amb, lom, oai_dc         records of metadata: AMB (JSON-LD), LOM and Dublin Core (XML)
  oai                      the address of an OAI-PMH server; --set, --prefix and --from choose its records
  repository               a folder of another repository, such as schule:/Mathe
  moodle                   a backup of a Moodle course (.mbz): its files and pages, by section
  scorm, ims, common-cartridge, h5p, epub
                           a package: one file, with the metadata that it has; folders with --unpack
  bagit, zip               a BagIt bag, or an archive: its files, in folders
A file of any of these kinds may also be at an address (https://…).

Columns of a list:
  Title, Link, Datei, Ordner and the captions of properties are understood by themselves, in German and English.
  A column Ordner (folder) names the folder of each row, and Datei (file) a file beside the list, or below --files.
  --column HEADER=PROPERTY says what another column is; --suggest-mapping prints all of them, to edit and pass to --mapping.
  For the properties of a metadata set: edu-repo mds get; for the values of one: edu-repo mds values PROPERTY

Importing again:
  What has not changed is left as it is. What was changed in the source is updated (--if-exists), except for what you
  changed in the repository meanwhile. An interrupted import goes on with edu-repo job resume, or the same command.
  A list is known by its file name: under another name, its rows are new.
  The server can repeat an import by a schedule: edu-repo harvest add
`;
