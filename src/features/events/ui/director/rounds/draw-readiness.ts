import type { EventDoc } from '#events/contract/documents.ts'
import type { RoundRules } from '#events/rules/format-rules.ts'
import type { Presence } from '#events/rules/presence.ts'
import { roundStandings } from '#events/rules/standings/round-standings.ts'
import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import { toRulesRound } from '#events/ui/rounds/to-rules-round.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'

/** Why somebody is not drawn into the next round. */
export type NotDrawnReason = Exclude<Presence, 'here'> | 'out'

/** Whether the next round can be drawn, and with whom. */
export interface DrawReadiness {
  /** number of the round that would be drawn, 1 for the first */
  number: number
  playing: Entrant[]
  /** all rounds are played, so that there is no next one */
  allPlayed: boolean
  /** entrants who would not be drawn, and why */
  notDrawn: { entrant: Entrant; reason: NotDrawnReason }[]
  /** how many groups of the latest round are still playing, which is in the way too; null: none is */
  stillPlaying: string | null
  /** sentences that say what else is in the way of the round now */
  obstacles: string[]
  /** only results are missing, and the director may draw all the same */
  mayDrawAnyway: boolean
}

const groupNumbers = (groups: readonly PlayedGroup[]): string[] => [...new Set(groups.map(({ number }) => String(number)))]

/** Returns how many groups of a round are still playing: "2 of 4 groups still playing."; null: none is. */
export function stillPlayingLabel(groups: readonly PlayedGroup[]): string | null {
  const playing = groupNumbers(groups.filter(({ state }) => state === 'playing')).length
  return playing === 0 ? null : m.events_draw_open({ n: playing, of: groupNumbers(groups).length })
}

/**
 * Returns sentences about the results that are missing, of the first round first, but for the groups of the latest round that are playing.
 * @param rounds latest first
 */
function listMissing(rounds: readonly PlayedRound[]): string[] {
  const [, ...earlier] = rounds
  const playing = (groups: readonly PlayedGroup[]) => groups.filter(({ state }) => state === 'playing')
  const entered = groupNumbers(rounds.flatMap(({ groups }) => groups).filter(({ state }) => state === 'entered'))
  return [
    ...earlier.reverse().flatMap(({ number, groups, open = 0 }) => {
      const missing = groups.length === 0 ? open : playing(groups).length
      return missing > 0 ? [m.events_rounds_missing({ n: missing, round: number })] : []
    }),
    ...(entered.length > 0 ? [m.events_draw_entered({ count: entered.length, names: joinNames(entered) })] : []),
  ]
}

/** @param rounds latest first */
export function getDrawReadiness(
  event: Pick<EventDoc, 'state' | 'machineDraw'>,
  rules: RoundRules,
  entrants: readonly Entrant[],
  rounds: readonly PlayedRound[],
  machinesInOrder: number,
): DrawReadiness {
  const ids = entrants.map(({ _id }) => _id)
  const rows = roundStandings(rules, ids, [...rounds].reverse().map(toRulesRound))
  const eliminated = new Set(rows.flatMap(({ entrantId, outIn }) => (outIn === undefined ? [] : entrantId)))
  const getExclusionReason = ({ _id, presence }: Entrant): NotDrawnReason | null =>
    eliminated.has(_id) ? 'out' : presence === 'here' ? null : presence
  const playing = entrants.filter(entrant => getExclusionReason(entrant) === null)
  const drawn = rounds[0]?.number ?? 0
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const missing = listMissing(rounds)
  const stillPlaying = isOver ? null : stillPlayingLabel(rounds[0]?.groups ?? [])
  const isComplete = missing.length === 0 && stillPlaying === null
  const allPlayed = isComplete && (rules.rounds === null ? drawn > 0 && ids.length - eliminated.size < 2 : drawn >= rules.rounds)
  const winners = rows.filter(({ rank }) => rank === 1).map(({ entrantId }) => entrants.find(({ _id }) => _id === entrantId)!.displayName)
  const obstacles = isOver
    ? [m.events_ended()]
    : !allPlayed
      ? missing
      : [rules.rounds === null ? m.events_draw_decided({ names: joinNames(winners) }) : m.events_draw_all({ count: drawn, n: drawn })]
  const needsMachines = event.machineDraw !== 'manual' && event.machineDraw !== 'none'
  const mayDrawAnyway =
    !isOver &&
    !isComplete &&
    (rules.rounds === null || drawn < rules.rounds) &&
    (machinesInOrder > 0 || !needsMachines) &&
    playing.length >= 2
  if (obstacles.length === 0 && stillPlaying === null && needsMachines && machinesInOrder === 0) obstacles.push(m.events_draw_all_broken())
  if (obstacles.length === 0 && stillPlaying === null && playing.length < 2) obstacles.push(m.events_draw_too_few())
  return {
    number: drawn + 1,
    allPlayed,
    playing,
    notDrawn: entrants.flatMap(entrant => {
      const reason = getExclusionReason(entrant)
      return reason === null ? [] : [{ entrant, reason }]
    }),
    stillPlaying,
    obstacles,
    mayDrawAnyway,
  }
}
