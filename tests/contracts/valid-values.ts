import fc from 'fast-check'
import type { Contract } from './all.ts'
import { parseMembers, type Shape } from './schema.ts'

/** An id that nothing has. */
export const MISSING_ID = '0190f7a2-1c6b-7abc-8abc-0123456789ab'

const matching = (pattern: RegExp): string => fc.sample(fc.stringMatching(pattern), { numRuns: 1, seed: 20_261_122 })[0]!

/** A value that a shape accepts, whose ids do not exist. @param nth chooses different values for the items of a list */
export function validValue(shape: Shape, nth = 0): unknown {
  switch (shape.kind) {
    case 'id':
    case 'new id':
      return nth === 0 ? MISSING_ID : `${MISSING_ID.slice(0, -3)}${String(nth).padStart(3, '0')}`
    case 'date':
      return new Date(nth)
    case 'boolean':
      return false
    case 'text':
      return shape.patterns.length > 0 ? matching(shape.patterns[0]!) : 'x'.repeat(Math.max(shape.min, 1))
    case 'number':
      return shape.min
    case 'one of':
      return shape.options[0]
    case 'list':
      return Array.from({ length: shape.min }, (_, n) => validValue(shape.item, n))
    case 'record':
      return { [validValue(shape.key) as string]: validValue(shape.value) }
    case 'object':
      return Object.fromEntries(
        // If there are several dates, each is later than the one before.
        shape.members
          .filter(({ optional }) => !optional)
          .map(({ key, shape: member }, n) => [key, validValue(member, member.kind === 'date' ? n : 0)]),
      )
    case 'either':
      return validValue(shape.options[0]!)
  }
}

/** The largest and smallest values that a shape accepts; empty if it has no limits. */
export function boundaryValues(shape: Shape): unknown[] {
  if (shape.kind === 'number') return [shape.min, shape.max]
  if (shape.kind === 'one of') return [...shape.options]
  if (shape.kind === 'list' && shape.max !== null) return [Array.from({ length: shape.max }, (_, n) => validValue(shape.item, n))]
  if (shape.kind !== 'text' || shape.more || shape.patterns.length > 0 || shape.max === null) return []
  const texts = [shape.min, shape.max].map(length => 'x'.repeat(length))
  // Each of these characters takes two UTF-16 units.
  return [...texts, '🎱'.repeat(shape.max), ...(shape.lines ? ['two\nlines'.slice(0, shape.max)] : [])]
}

/** An argument with only the required members, whose ids do not exist. */
export const validArgument = ({ input }: Contract): Record<string, unknown> =>
  validValue({ kind: 'object', members: parseMembers(input) }) as Record<string, unknown>
