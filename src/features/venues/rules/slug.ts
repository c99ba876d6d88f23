import { MAX_SLUG_BYTES } from '#platform/text/max-slug.ts'
import { plainName } from '#platform/text/plain-name.ts'

/**
 * Returns what addresses of a venue begin with: the letters and digits of its name, in any script.
 */
export const slugBase = (name: string): string => plainName(name, MAX_SLUG_BYTES) || 'venue'

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
