import type { ReportKind } from './contract.ts'

/** Stands first in the list of reports: nothing is more urgent. */
export const CHILD_IN_DANGER = 'It endangers a child'

const COMMON = [CHILD_IN_DANGER, 'Nudity or sexual content', 'Hatred, threats or insults', 'Spam or advertising'] as const
const FAKE = 'This score is not real'
const PRETENDS = 'Pretends to be somebody else'
const OTHER = 'Something else'

/** As reports say it; what people read of it is in their language. */
export type ReasonOption = (typeof COMMON)[number] | typeof FAKE | typeof PRETENDS | typeof OTHER

/** What may be wrong with a thing of a kind, to choose from. */
export const reasonsFor = (kind: ReportKind): ReasonOption[] =>
  kind === 'score' ? [FAKE, ...COMMON, OTHER] : kind === 'profile' ? [...COMMON, PRETENDS, OTHER] : [...COMMON, OTHER]

/** The choice and the words as one reason. */
export const reportReason = (choice: string, words: string): string => (words.trim() === '' ? choice : `${choice}: ${words.trim()}`)

export const isUrgent = (reason: string): boolean => reason.startsWith(CHILD_IN_DANGER)

/** Characters of one's own words that a reason has room for. */
export const WORDS = 250
