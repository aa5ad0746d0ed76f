/** Where names of documents are kept that their property `cm:name` does not tell. No property has such a name. */
export const nameColumn = '\0name';
