import * as v from 'valibot'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { groupSize, oneOf } from '../options.ts'
import { GROUP_STRIKES } from '../strikes/group-strikes.ts'
import { type StrikesOptions, strikesFormat } from '../strikes/rules.ts'

/** A knockout whose games begin one by one: nobody waits for a round to end. */
export type FrenzyKnockout = StrikesOptions<'frenzy-knockout'>

export const frenzyKnockoutFormat = defineEventFormat({
  kind: 'frenzy-knockout',
  schema: strictObject({
    kind: v.literal('frenzy-knockout'),
    groupSize,
    strikesToLeave: integer(1, 100),
    strikes: oneOf(GROUP_STRIKES),
  }),
  adjusts: 'strike',
  hasRounds: true,
  isMatchmade: true,
  isHeadToHead: true,
  rules: (format: FrenzyKnockout) => ({
    ...strikesFormat(format, undefined, 'games'),
    matchmaking: { groupSize: format.groupSize, gamesEach: null, minutes: null, waitsForUnmet: false },
  }),
})
