/** True if a text contains anything to search for: a letter or a digit. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
