/** A pattern, the words to use instead, and a pattern of texts in which it is accepted. */
export const DISCOURAGED_WORDS: readonly (readonly [RegExp, string, RegExp?])[]
export function discouragedWordsIn(text: string): { word: string; instead: string }[]
export function findDiscouragedWords(): { file: string; key: string; text: string; word: string; instead: string }[]
