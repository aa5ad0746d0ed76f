/** The media type that the name of a local file stands for. Most commands do not need the table of all types: it is loaded here. */
export async function mimeTypeOfFile(name: string): Promise<string> {
  const { mimeTypeOfName } = await import('../../base/mime-type-of-name.ts');
  return mimeTypeOfName(name);
}
