/** The rule that a field of a call's argument breaks: the code by which programs and screens tell what is wrong, and the numbers in its words. */
export interface FieldRule {
  readonly code: string
  readonly [number: string]: number | string
}

const rulesByWords = new Map<string, FieldRule>()

/**
 * Declares a rule where it is checked. The text of the screens is the message `rule_CODE`.
 * @param words the end of an English sentence that begins with the field, such as `must be a number`; `{max}` stands for a number
 * @returns the words with their numbers
 */
export const fieldRule = (code: string, words: string, numbers: Readonly<Record<string, number>> = {}): string => {
  const finished = words.replace(/\{(\w+)\}/g, (_, name: string) => String(numbers[name]))
  rulesByWords.set(finished, { code, ...numbers })
  return finished
}

/** Returns the rule that was declared with these words. All others are valibot's own words, for values that only other programs send. */
export const ruleOf = (words: string): FieldRule => rulesByWords.get(words) ?? { code: 'malformed' }

/** A rule that only other programs can break, since forms and links of this site send the right type. It has no text. */
export const malformed = (words: string): string => fieldRule('malformed', words)

export const mustBeText = (): string => malformed('must be text')
export const mustBeList = (): string => malformed('must be a list')
export const noControlCharacters = (): string => fieldRule('invisible-characters', 'must not hold control characters')
export const mustBeNumber = (): string => fieldRule('number', 'must be a number')
export const mustBeOneOf = (choices: readonly (string | number)[]): string => fieldRule('choice', `must be one of ${choices.join(', ')}`)
export const mustBeInteger = (min: number, max: number): string =>
  fieldRule('integer', 'must be a whole number from {min} to {max}', { min, max })
export const mustBeTimeZone = (): string => fieldRule('time-zone', 'must be a time zone such as Europe/Berlin')
export const mustLieAhead = (): string => fieldRule('future', 'must lie in the future')
export const mustNotBeEmpty = (): string => fieldRule('missing', 'must not be empty')
export const atLeastCharacters = (count: number): string => fieldRule('min-length', 'must have at least {count} characters', { count })
export const atMostCharacters = (count: number): string => fieldRule('max-length', 'must have at most {count} characters', { count })
export const atMostItems = (count: number): string => fieldRule('max-items', 'must hold at most {count}', { count })
export const unknownHere = (): string => fieldRule('not-known', 'is not known here')
