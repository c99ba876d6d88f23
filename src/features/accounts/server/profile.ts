/** What a user says of himself; of all that may stand in it only the name is used. */
export type Profile = Record<string, unknown>

export function profileProblem(profile: Profile): string | null {
  const text = JSON.stringify(profile)
  if (text.length > 2000 || /\\u(?:0000|d[89a-f])/.test(text)) return 'That profile cannot be kept.'
  return typeof profile.name === 'string' && [...profile.name].length > 60 ? 'A name has at most 60 characters.' : null
}

/** The name that a user is shown by. */
export const displayNameOf = ({ name }: Profile, username: string): string =>
  typeof name === 'string' && name.trim() !== '' ? name.normalize('NFC').trim() : username
