/** The media type for the name of a local file. Loads the table of types on demand. */
export async function mimeTypeOfFile(name: string): Promise<string> {
  const { mimeTypeOfName } = await import('../../base/mime-type-of-name.ts');
  return mimeTypeOfName(name);
}
