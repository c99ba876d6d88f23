import * as m from '#messages'
import type { ReasonOption } from '../rules.ts'

const LABELS: Record<ReasonOption, () => string> = {
  'This score is not real': m.reports_reason_not_real,
  'It endangers a child': m.reports_reason_child,
  'Nudity or sexual content': m.reports_reason_nudity,
  'Hatred, threats or insults': m.reports_reason_hatred,
  'Spam or advertising': m.reports_reason_spam,
  'Pretends to be somebody else': m.reports_reason_pretends,
  'Something else': m.reports_reason_else,
}

/** Translates a stored reason into the user's language; the reporter's own text stays as it is. */
export function reasonLabel(reason: string): string {
  const found = Object.entries(LABELS).find(([choice]) => reason === choice || reason.startsWith(`${choice}: `))
  if (found === undefined) return reason
  const [choice, text] = found
  return reason === choice ? text() : m.reports_reason_with_words({ reason: text(), words: reason.slice(choice.length + 2) })
}
