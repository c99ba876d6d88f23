import * as v from 'valibot'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { booleanField, id, strictObject, text } from '#platform/live/schemas.ts'
import { fieldRule, mustBeNumber } from '#platform/text/field-rules.ts'
import { noEntrant, noEvent } from './errors.ts'
import { EVENT_STAFF } from './rates.ts'

/** The highest fee. */
export const MAX_FEE = 100_000

/** A document of `eventFees`, our addition to the API, for directors: what taking part costs. Its `_id` is the event's. */
export interface EventFeeDoc {
  eventId: string
  /** of each player, with at most 2 decimals */
  amount: number
  /** as the director typed it, such as "€" or "USD" */
  currency: string
}

/** A document of `eventPayments`, our addition to the API, for directors: a player has paid the fee. Its `_id` is the entrant's. */
export interface EventPaymentDoc {
  eventId: string
}

const amount = v.pipe(
  v.number(mustBeNumber()),
  v.check(
    each => each > 0 && each <= MAX_FEE && Math.round(each * 100) / 100 === each,
    fieldRule('fee', 'must be a number above 0, at most {max}, with at most 2 decimals', { max: MAX_FEE }),
  ),
  v.metadata({ min: 0.01, max: MAX_FEE, decimals: 2 }),
)

/** Our addition: says what taking part costs, or that it costs nothing (`fee: null`). It is noted only: nothing is charged. */
export const eventsSetFee = defineMethod<Record<string, never>>()(
  'events.setFee',
  strictObject({ eventId: id, fee: v.nullable(strictObject({ amount, currency: text(1, 8) })) }),
  { example: { fee: { amount: 5, currency: '€' } }, access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent] },
)

/** Our addition: notes that a player has paid the fee, or has not. */
export const eventsSetPaid = defineMethod<Record<string, never>>()(
  'events.setPaid',
  strictObject({ eventId: id, entrantId: id, paid: booleanField }),
  { access: 'director of the event', rates: EVENT_STAFF, errors: [noEvent, noEntrant] },
)

/** Our addition: what taking part costs, and who has paid it. */
export const eventsFees = definePublication('events.fees', strictObject({ eventId: id }), ['eventFees', 'eventPayments'], {
  access: 'director of the event',
  errors: [noEvent],
})
