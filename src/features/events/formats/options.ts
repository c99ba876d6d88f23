import * as v from 'valibot'
import { fieldRule, mustBeOneOf } from '#platform/text/field-rules.ts'

/** A schema for one of several constants, with a message that lists them. */
export const oneOf = <const Choices extends readonly (string | number)[]>(choices: Choices) => v.picklist(choices, mustBeOneOf(choices))

export const GROUP_SIZE_CHOICES = [2, 3, 4] as const
/** Players of a full group. */
export type GroupSize = (typeof GROUP_SIZE_CHOICES)[number]
/** Groups larger than this have no points and no strikes. */
export const LARGEST_GROUP = 4
export const groupSize = oneOf(GROUP_SIZE_CHOICES)

export const mustBeNumbers = fieldRule('number', 'must be a list of numbers')
export const mustNotRise = fieldRule('descending', 'must not rise')
