import type { ReportKind } from './contract.ts'

/** Stands first in the list of reports: nothing is more urgent. */
export const CHILD_IN_DANGER = 'It endangers a child'

const COMMON = [CHILD_IN_DANGER, 'Nudity or sexual content', 'Hatred, threats or insults', 'Spam or advertising']
const OTHER = 'Something else'

/** What may be wrong with a thing of a kind, to choose from. */
export const reasonsFor = (kind: ReportKind): string[] =>
  kind === 'score'
    ? ['This score is not real', ...COMMON, OTHER]
    : kind === 'profile'
      ? [...COMMON, 'Pretends to be somebody else', OTHER]
      : [...COMMON, OTHER]

/** The choice and the words as one reason. */
export const reasonOf = (choice: string, words: string): string => (words.trim() === '' ? choice : `${choice}: ${words.trim()}`)

export const isUrgent = (reason: string): boolean => reason.startsWith(CHILD_IN_DANGER)

/** Characters of one's own words that a reason has room for. */
export const WORDS = 250
