import * as v from 'valibot'
import { fieldRule, malformed } from '#platform/text/field-rules.ts'
import type { AdjustedFigure } from '../rules/adjustment.ts'
import { DEFAULT_DRAW_OPTIONS, type DrawOptions } from '../rules/draw-options.ts'
import type { RoundRules, ScoreRules } from '../rules/format-rules.ts'
import {
  areDefaultTieBreaks,
  type ByeOpponent,
  type ByeWorth,
  type StandingsOptions,
  type TieBreak,
  withDefaultOptions,
} from '../rules/standings-options.ts'
import { amazingRace } from './amazing-race/rules.ts'
import { bestGame } from './best-game/rules.ts'
import { bowling } from './bowling/rules.ts'
import { bracket } from './bracket/rules.ts'
import { cardBestGame } from './card-best-game/rules.ts'
import type { FormatRules, MachineOptions } from './event-format.ts'
import { flipFrenzyFormat } from './flip-frenzy/rules.ts'
import { frenzyKnockoutFormat } from './frenzy-knockout/rules.ts'
import { golfBracketFormat } from './golf-bracket/rules.ts'
import { groupBracketFormat } from './group-bracket/rules.ts'
import { highScore } from './high-score/rules.ts'
import { ladderFormat } from './ladder/rules.ts'
import { matchPlay } from './match-play/rules.ts'
import { maxMatchPlay } from './max-match-play/rules.ts'
import { paceMatchPlay } from './pace-match-play/rules.ts'
import { pinGolf } from './pin-golf/rules.ts'
import { roundRobinFormat } from './round-robin/rules.ts'
import { strikes } from './strikes/rules.ts'
import { targetMatchPlay } from './target-match-play/rules.ts'

/**
 * All event formats: one line registers a format. Its folder is named like its kind and holds `rules.ts`, `server.ts`, `ui/labels.ts` and
 * `ui/form.tsx`, which are found by their names.
 */
const FORMATS = [
  highScore,
  bestGame,
  pinGolf,
  matchPlay,
  strikes,
  amazingRace,
  groupBracketFormat,
  bracket,
  ladderFormat,
  roundRobinFormat,
  targetMatchPlay,
  flipFrenzyFormat,
  maxMatchPlay,
  paceMatchPlay,
  frenzyKnockoutFormat,
  cardBestGame,
  bowling,
  golfBracketFormat,
] as const

/** An event's format with its options, as it is on the wire. */
export type EventFormat = FormatOf<(typeof FORMATS)[number]>
type FormatOf<Definition> = Definition extends { rules(format: infer F, options: StandingsOptions): FormatRules } ? F : never
export type EventFormatKind = EventFormat['kind']

export const FORMAT_KINDS: readonly EventFormatKind[] = FORMATS.map(({ kind }) => kind)

const quoted = FORMAT_KINDS.map(kind => `"${kind}"`)

/** Does not check that the options suit the event's machines; `machinesProblem` does that when an event is added or edited. */
export const eventFormat: v.GenericSchema<unknown, EventFormat> = v.variant(
  'kind',
  FORMATS.map(({ schema }) => schema) as unknown as [(typeof FORMATS)[number]['schema']],
  malformed(`must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`),
) as unknown as v.GenericSchema<unknown, EventFormat>

const definitionOf = (kind: EventFormatKind) => FORMATS.find(format => format.kind === kind)!

/** What the director chose besides the format; left out: the default. An event's document, row and export have it. */
export interface ChosenOptions {
  readonly tieBreaks?: readonly TieBreak[]
  readonly byes?: ByeWorth
  readonly byeOpponent?: ByeOpponent
}

export function formatRules(format: EventFormat, options: ChosenOptions = {}): FormatRules {
  const { rules } = definitionOf(format.kind)
  return (rules as (format: EventFormat, options: StandingsOptions) => FormatRules)(format, withDefaultOptions(options))
}

/** null: the format takes no scores */
export const scoreRules = (format: EventFormat): ScoreRules | null => formatRules(format).scores

/** null: the format is not played in rounds */
export const roundRules = (format: EventFormat, options?: ChosenOptions): RoundRules | null => formatRules(format, options).rounds

/** Returns the options of a format that may still be changed once the event has begun. */
export const changeableOptions = (kind: EventFormatKind): readonly string[] => definitionOf(kind).changeableOptions ?? []

const machineOptionsOf = (kind: EventFormatKind): MachineOptions<EventFormat> | undefined => definitionOf(kind).machineOptions

/** True if the format has options for each machine, such as a target. */
export const hasMachineOptions = (kind: EventFormatKind): boolean => machineOptionsOf(kind) !== undefined

/** Returns the format without the options of a machine that leaves the event. */
export const removeMachineOptions = (format: EventFormat, machineId: string): EventFormat =>
  machineOptionsOf(format.kind)?.remove(format, machineId) ?? format

/** Returns the format after one machine was merged into another. @param machines `keep`: whose options stay if both have some */
export const mergeMachineOptions = (format: EventFormat, machines: { from: string; into: string; keep: 'from' | 'into' }): EventFormat =>
  machineOptionsOf(format.kind)?.merge(format, machines) ?? format

/** Returns the tie-breaks that a director may choose from; empty: the format has none to choose. */
export const tieBreakChoices = (kind: EventFormatKind): readonly TieBreak[] => definitionOf(kind).tieBreaks ?? []

/** True if a director may choose what a bye is worth. */
export const hasByeChoice = (kind: EventFormatKind): boolean => definitionOf(kind).hasByeChoice === true

/** True if the draw follows seeds. */
export const takesSeeds = (kind: EventFormatKind): boolean => definitionOf(kind).takesSeeds === true

/** True if a group may play several games in a round. */
export const playsSeveralGames = (kind: EventFormatKind): boolean => definitionOf(kind).playsSeveralGames === true

/** Returns what a director may add to a player's total, or take from it; null: nothing. */
export const adjustedFigure = (kind: EventFormatKind): AdjustedFigure | null => definitionOf(kind).adjusts ?? null

/** True if groups play in rounds. */
export const isPlayedInRounds = (kind: EventFormatKind): boolean => definitionOf(kind).hasRounds === true

/** True if the results alone say who plays whom next, so that the director draws once. */
export const isBracket = (kind: EventFormatKind): boolean => definitionOf(kind).isBracket === true

/** True if games begin one by one, when players and a machine are free. */
export const isMatchmade = (kind: EventFormatKind): boolean => definitionOf(kind).isMatchmade === true

/** True if the director draws each round; false: once, or never. */
export const drawsEachRound = (kind: EventFormatKind): boolean => isPlayedInRounds(kind) && !isBracket(kind) && !isMatchmade(kind)

/** True if strokes are entered with the result of a game, in place of scores. */
export const entersStrokes = (kind: EventFormatKind): boolean => definitionOf(kind).entersStrokes === true

/** The formats in which strokes are entered with the result of a game. */
export const STROKES_KINDS: readonly EventFormatKind[] = FORMATS.map(({ kind }) => kind).filter(entersStrokes)

/** The formats whose games compare their players. */
export const HEAD_TO_HEAD_KINDS: readonly EventFormatKind[] = FORMATS.map(({ kind }) => kind).filter(
  kind => definitionOf(kind).isHeadToHead === true,
)

/** Returns the field and what is wrong with it if a format does not have the chosen options; null: nothing. */
export function optionsProblem(
  { kind }: EventFormat,
  {
    tieBreaks,
    byes,
    byeOpponent,
    seeding,
    gamesPerRound,
    firstRound,
    playOrder,
    machineDraw,
    banks,
    balanceOver,
  }: StandingsOptions & DrawOptions,
): { path: string; message: string } | null {
  const choices = tieBreakChoices(kind)
  if (choices.length === 0 && !areDefaultTieBreaks(tieBreaks))
    return { path: 'tieBreaks', message: fieldRule('option-of-format', `cannot be chosen in ${kind}`) }
  if (choices.length > 0 && !tieBreaks.every(each => choices.includes(each)))
    return { path: 'tieBreaks', message: fieldRule('choice', `must be among ${choices.join(', ')} in ${kind}`) }
  if (byes !== 'full' && !hasByeChoice(kind)) return { path: 'byes', message: fieldRule('option-of-format', `must be full in ${kind}`) }
  if (byeOpponent !== 'none' && !hasByeChoice(kind))
    return { path: 'byeOpponent', message: fieldRule('option-of-format', `must be none in ${kind}`) }
  if (seeding !== 'random' && !takesSeeds(kind))
    return { path: 'seeding', message: fieldRule('option-of-format', `must be random in ${kind}`) }
  if (firstRound !== DEFAULT_DRAW_OPTIONS.firstRound && !(takesSeeds(kind) && drawsEachRound(kind)))
    return { path: 'firstRound', message: fieldRule('option-of-format', `must be ${DEFAULT_DRAW_OPTIONS.firstRound} in ${kind}`) }
  if (gamesPerRound !== 1 && !playsSeveralGames(kind))
    return { path: 'gamesPerRound', message: fieldRule('option-of-format', `must be 1 in ${kind}`) }
  if (!drawsEachRound(kind)) {
    if (playOrder !== DEFAULT_DRAW_OPTIONS.playOrder)
      return { path: 'playOrder', message: fieldRule('option-of-format', `must be ${DEFAULT_DRAW_OPTIONS.playOrder} in ${kind}`) }
    if (balanceOver !== DEFAULT_DRAW_OPTIONS.balanceOver)
      return { path: 'balanceOver', message: fieldRule('option-of-format', `must be ${DEFAULT_DRAW_OPTIONS.balanceOver} in ${kind}`) }
    if (machineDraw !== DEFAULT_DRAW_OPTIONS.machineDraw && !isPlayedInRounds(kind))
      return { path: 'machineDraw', message: fieldRule('option-of-format', `must be ${DEFAULT_DRAW_OPTIONS.machineDraw} in ${kind}`) }
  }
  if (machineDraw === 'banks' && isMatchmade(kind))
    return { path: 'machineDraw', message: fieldRule('option-of-format', `cannot be banks in ${kind}`) }
  return machineDraw === 'banks' && Object.keys(banks ?? {}).length === 0
    ? { path: 'banks', message: fieldRule('some-bank', 'must name the bank of a machine') }
    : null
}
