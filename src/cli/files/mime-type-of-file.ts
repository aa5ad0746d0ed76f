/** The media type for the name of a local file. Most commands do not need the table of types. */
export async function mimeTypeOfFile(name: string): Promise<string> {
  const { mimeTypeOfName } = await import('../../base/mime-type-of-name.ts');
  return mimeTypeOfName(name);
}
