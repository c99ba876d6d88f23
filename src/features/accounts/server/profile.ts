import { accountProblem } from '#accounts/rules.ts'
import { nameProblem, newNameProblem, withoutUnseen } from '#platform/text/names.ts'
import { withoutControls } from '#platform/text/without-controls.ts'

/** What users say about themselves. It may hold any fields; only `name` is used. */
export type AccountProfile = Record<string, unknown>

/** Returns the problem as a sentence if the database cannot store the profile or its name is too long, else null. */
export function profileProblem(profile: AccountProfile): string | null {
  const text = JSON.stringify(profile)
  if (text.length > 2000 || /\\u(?:0000|d[89a-f])/.test(text)) return accountProblem('profile')
  return typeof profile.name === 'string' && [...profile.name].length > 60 ? accountProblem('display-name') : null
}

/** Applies the rule of names to the name in a new profile; a blank name counts as none. Returns the problem as a sentence, or null. */
export function profileNameProblem({ name }: AccountProfile): string | null {
  if (typeof name !== 'string' || name.trim() === '') return null
  const problem = newNameProblem(withoutUnseen(name))
  return problem === null ? null : `A name ${problem}.`
}

/**
 * Returns the display name, without what nobody sees. If the profile's name breaks the rule of names, as in an imported profile, it is used
 * without control characters; if it still breaks the rule, the user name is used.
 */
export function readDisplayName({ name }: AccountProfile, username: string): string {
  if (typeof name !== 'string') return username
  const shown = withoutUnseen(withoutControls(name)).normalize('NFC').trim()
  return nameProblem(shown) === null ? shown : username
}
