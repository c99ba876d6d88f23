import * as v from 'valibot'

/** A schema for one of several constants, with a message that lists them. */
export const oneOf = <const Choices extends readonly (string | number)[]>(choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`)

/** Players of a full group. */
export type GroupSize = 2 | 3 | 4
export const groupSize = oneOf([2, 3, 4])
