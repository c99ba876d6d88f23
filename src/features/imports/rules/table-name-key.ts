import { foldWords } from '#platform/text/fold.ts'

/** Returns what tells the names of people in a table apart. A name without letters and digits is compared as it is. */
export const tableNameKey = (name: string): string => foldWords(name).join(' ') || name
