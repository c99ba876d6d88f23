import { nameProblem, withoutControls } from '../../../platform/live/names.ts'

/** What a user says of himself; of all that may stand in it only the name is used. */
export type AccountProfile = Record<string, unknown>

/** Whether the database can keep it, and its name is of a length that others have. A sentence; null: it can. */
export function profileProblem(profile: AccountProfile): string | null {
  const text = JSON.stringify(profile)
  if (text.length > 2000 || /\\u(?:0000|d[89a-f])/.test(text)) return 'That profile cannot be kept.'
  return typeof profile.name === 'string' && [...profile.name].length > 60 ? 'A name has at most 60 characters.' : null
}

/** The rule of names for the name in a new profile. A blank one counts as none. A sentence; null: it keeps the rule. */
export function profileNameProblem({ name }: AccountProfile): string | null {
  if (typeof name !== 'string' || name.trim() === '') return null
  const problem = nameProblem(name)
  return problem === null ? null : `A name ${problem}.`
}

/**
 * The name that a user is shown by. Of a name that breaks the rule, as an imported profile may hold, remains what keeps it; where nothing
 * does, the user name.
 */
export function readDisplayName({ name }: AccountProfile, username: string): string {
  if (typeof name !== 'string') return username
  const shown = withoutControls(name).normalize('NFC').trim()
  return nameProblem(shown) === null ? shown : username
}
