import { typedDecimal } from '#platform/text/numbers.ts'

/**
 * Returns the numbers of a typed table of points; NaN for each that is not read as one. They are separated by spaces, semicolons or commas. Where
 * a space or semicolon stands between some of them, a comma without a space after it is part of a number: "25, 18,5" and "25 18,5" are two.
 */
export function typedPoints(text: string): number[] {
  const parts = text.split(/[\s;؛]+/).filter(part => part !== '')
  const numbers = parts.length === 1 ? text.split(/[,،]/) : parts.map(part => part.replace(/[,،]$/, ''))
  return numbers
    .map(number => number.trim())
    .filter(number => number !== '')
    .map(typedDecimal)
}
