/** True if a text contains anything to search for: a letter or a digit. Every page has the search, so it is not the fold of names that decides. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
