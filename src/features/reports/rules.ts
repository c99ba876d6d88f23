import type { ReportKind } from './contract.ts'

/** Reports with this reason come first in the list: nothing is more urgent. */
export const CHILD_IN_DANGER = 'It endangers a child'

const COMMON = [CHILD_IN_DANGER, 'Nudity or sexual content', 'Hatred, threats or insults', 'Spam or advertising'] as const
const NOT_REAL = 'This score is not real'
const IMPERSONATION = 'Pretends to be somebody else'
const OTHER = 'Something else'

/** A reason as reports store it. Users see it in their own language. */
export type ReasonOption = (typeof COMMON)[number] | typeof NOT_REAL | typeof IMPERSONATION | typeof OTHER

/** The reasons that can be chosen for a kind of subject. */
export const reasonsFor = (kind: ReportKind): ReasonOption[] =>
  kind === 'score' ? [NOT_REAL, ...COMMON, OTHER] : kind === 'profile' ? [...COMMON, IMPERSONATION, OTHER] : [...COMMON, OTHER]

/** Joins the chosen reason and the user's own text. */
export const reportReason = (choice: string, text: string): string => (text.trim() === '' ? choice : `${choice}: ${text.trim()}`)

export const isUrgent = (reason: string): boolean => reason.startsWith(CHILD_IN_DANGER)

/** Maximum characters of the user's own text in a reason. */
export const MAX_REASON_TEXT = 250
