import { defineEventFormat } from '../event-format.ts'
import { type StrikesOptions, strikesFormat, strikesSchema } from '../strikes/rules.ts'

/** A knockout whose games begin one by one: nobody waits for a round to end. */
export type FrenzyKnockout = StrikesOptions<'frenzy-knockout'>

export const frenzyKnockoutFormat = defineEventFormat({
  kind: 'frenzy-knockout',
  schema: strikesSchema('frenzy-knockout'),
  adjusts: 'strike',
  hasRounds: true,
  isMatchmade: true,
  isHeadToHead: true,
  rules: (format: FrenzyKnockout) => ({
    ...strikesFormat(format, { lastedBy: 'games' }),
    matchmaking: { groupSize: format.groupSize, gamesEach: null, minutes: null, waitsForUnmet: false },
  }),
})
