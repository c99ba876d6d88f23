import * as v from 'valibot'
import { noMachine } from '#machines/contract/machines.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { id, integer, name, strictObject, uuidV7 } from '#platform/live/schemas.ts'
import { malformed, mustBeOneOf } from '#platform/text/field-rules.ts'
import { eventFormat } from '../formats/registry.ts'
import { MAX_BRACKET } from '../rules/bracket/bracket-rules.ts'
import { TIES_AT_LINE } from '../rules/stages/cut-field.ts'
import { eventIdUsed, eventNotFinished } from './admin.ts'
import { noEvent } from './errors.ts'

/** `details.names`: those who are tied */
export const tieAtLine = defineError(409, 'tie-at-line', 'Players are tied at the line.')
export const fewFinalists = defineError(409, 'few-finalists', 'Finals need at least two players.')

/**
 * Our addition: makes an event of those who go on from a finished one, with its machines, its directors and, as seeds, its standings. `first` is
 * the first place that goes on, if left out the one behind those who are in other finals of the event, who are left out. Either `count` players go on or a `share` (in percent)
 * of those who have played. Where players are tied at the line, `ties` says what becomes of them.
 */
export const eventsAddFinals = defineMethod<{ eventId: string; players: number; refused: string[] }>()(
  'events.addFinals',
  v.pipe(
    strictObject({
      _id: uuidV7,
      eventId: id,
      name: name(1, 80),
      format: eventFormat,
      first: v.optional(integer(1, 1000)),
      count: v.optional(integer(2, MAX_BRACKET)),
      share: v.optional(integer(1, 100)),
      ties: v.optional(v.picklist(TIES_AT_LINE, mustBeOneOf(TIES_AT_LINE))),
    }),
    v.forward(
      v.check(({ count, share }) => (count === undefined) !== (share === undefined), malformed('must be given, or share, but not both')),
      ['count'],
    ),
  ),
  {
    example: { name: 'A final', format: { kind: 'group-bracket', games: 3, points: 'papa' }, count: 16, share: undefined, ties: 'all' },
    access: 'director of the event',
    rates: PERSONAL,
    errors: [noEvent, noMachine, eventIdUsed, eventNotFinished, tieAtLine, fewFinalists],
  },
)
