import type { BestGame } from '#events/formats/best-game/rules.ts'
import type { Bowling } from '#events/formats/bowling/rules.ts'
import type { HighScore } from '#events/formats/high-score/rules.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { PinGolf } from '#events/formats/pin-golf/strokes.ts'
import { type ChosenOptions, roundRules, scoreRules } from '#events/formats/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import type { RoundRules, ScoreRules } from '../format-rules.ts'

export type ScoreFormat = HighScore | BestGame | PinGolf | Bowling
export type RoundFormat = MatchPlay | Strikes

/** The rules of a format that takes scores. */
export const scoresOf = (format: ScoreFormat): ScoreRules => scoreRules(format)!

/** An event in a score format as the rules take it. */
export const scoreEvent = <Event extends { format: ScoreFormat }>(event: Event): Event & { rules: ScoreRules } => ({
  ...event,
  rules: scoresOf(event.format),
})

/** The rules of a format that is played in rounds. */
export const roundsOf = (format: RoundFormat, options?: ChosenOptions): RoundRules => roundRules(format, options)!
