import * as v from 'valibot'
import type { RoundRules, ScoreRules } from '../rules/format-rules.ts'
import { amazingRace } from './amazing-race/rules.ts'
import { bestGame } from './best-game/rules.ts'
import type { FormatRules } from './event-format.ts'
import { highScore } from './high-score/rules.ts'
import { matchPlay } from './match-play/rules.ts'
import { pinGolf } from './pin-golf/rules.ts'
import { strikes } from './strikes/rules.ts'

/**
 * All event formats: one line registers a format. Its folder is named like its kind and holds `rules.ts`, `server.ts`, `ui/labels.ts` and
 * `ui/form.tsx`, which are found by their names.
 */
const FORMATS = [highScore, bestGame, pinGolf, matchPlay, strikes, amazingRace] as const

/** An event's format with its options, as it is on the wire. */
export type EventFormat = FormatOf<(typeof FORMATS)[number]>
type FormatOf<Definition> = Definition extends { rules(format: infer F): FormatRules } ? F : never
export type EventFormatKind = EventFormat['kind']

export const FORMAT_KINDS: readonly EventFormatKind[] = FORMATS.map(({ kind }) => kind)

const quoted = FORMAT_KINDS.map(kind => `"${kind}"`)

/** Does not check that the options suit the event's machines; `machinesProblem` does that when an event is added or edited. */
export const eventFormat: v.GenericSchema<unknown, EventFormat> = v.variant(
  'kind',
  FORMATS.map(({ schema }) => schema) as unknown as [(typeof FORMATS)[number]['schema']],
  `must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
) as unknown as v.GenericSchema<unknown, EventFormat>

export function formatRules(format: EventFormat): FormatRules {
  const definition = FORMATS.find(({ kind }) => kind === format.kind)!
  return (definition.rules as (format: EventFormat) => FormatRules)(format)
}

/** null: the format takes no scores */
export const scoreRules = (format: EventFormat): ScoreRules | null => formatRules(format).scores

/** null: the format is not played in rounds */
export const roundRules = (format: EventFormat): RoundRules | null => formatRules(format).rounds

/** Returns the options of a format that may still be changed once the event has begun. */
export const changeableOptions = (kind: EventFormatKind): readonly string[] =>
  FORMATS.find(format => format.kind === kind)!.changeableOptions ?? []
