import { plainName } from '#platform/text/plain-name.ts'

/** How many characters a slug has at most, and how many bytes what is made of the name. */
export const MAX_SLUG = 60
const MAX_NAME_BYTES = 48

/**
 * Returns what addresses of a venue begin with: the letters and digits of its name, in any script.
 */
export const slugBase = (name: string): string => plainName(name, MAX_NAME_BYTES) || 'venue'

/** The address of the form for a new venue, which no venue gets. */
const RESERVED = 'new'

/**
 * Returns the slug of a new venue: the base, or the first of base-2, base-3 … that no other venue has.
 * @param taken the slugs of others, at least all that are the base or begin with it and a hyphen
 */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (base !== RESERVED && !taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
