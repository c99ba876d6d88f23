import { foldWords } from '../../platform/text/fold.ts'

/** True if a text contains anything to search for: a letter or a digit. */
export const isSearchable = (text: string): boolean => foldWords(text).length > 0
