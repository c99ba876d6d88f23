import * as m from '#messages'
import type { EventDoc } from '../../../contract/documents.ts'
import type { RoundRules } from '../../../rules/format-rules.ts'
import { roundStandings } from '../../../rules/standings/round-standings.ts'
import { toRulesRound } from '../../rounds/to-rules-round.ts'
import type { PlayedRound } from '../../rounds/use-rounds.ts'
import type { Entrant } from '../../use-event.ts'

/** Whether the next round can be drawn, and with whom. */
export interface DrawReadiness {
  /** number of the round that would be drawn, 1 for the first */
  number: number
  playing: Entrant[]
  /** entrants who would not be drawn, and why */
  notDrawn: { entrant: Entrant; reason: 'expected' | 'paused' | 'out' }[]
  /** sentences that say why the round cannot be drawn now; empty: it can */
  obstacles: string[]
}

function listObstacles(event: Pick<EventDoc, 'state'>, rules: RoundRules, latest: PlayedRound | undefined, stillIn: number): string[] {
  if (event.state === 'finished' || event.state === 'cancelled') return [m.events_draw_over()]
  const drawn = latest?.number ?? 0
  const open = (latest?.groups ?? []).filter(({ state }) => state === 'playing').length
  const entered = (latest?.groups ?? []).filter(({ state }) => state === 'entered').length
  const waiting = [
    ...(open > 0 ? [m.events_draw_open({ count: open, n: open, round: drawn })] : []),
    ...(entered > 0 ? [m.events_draw_entered({ count: entered, n: entered })] : []),
  ]
  if (waiting.length > 0) return waiting
  const { rounds } = rules
  if (rounds === null) return drawn > 0 && stillIn < 2 ? [m.events_draw_decided()] : []
  return drawn >= rounds ? [m.events_draw_all({ count: rounds, n: rounds })] : []
}

/** @param rounds latest first */
export function getDrawReadiness(
  event: Pick<EventDoc, 'state'>,
  rules: RoundRules,
  entrants: readonly Entrant[],
  rounds: readonly PlayedRound[],
  machinesInOrder: number,
): DrawReadiness {
  const ids = entrants.map(({ _id }) => _id)
  const rows = roundStandings(rules, ids, [...rounds].reverse().map(toRulesRound))
  const eliminated = new Set(rows.flatMap(({ entrantId, outIn }) => (outIn === undefined ? [] : entrantId)))
  const getExclusionReason = ({ _id, presence }: Entrant): 'expected' | 'paused' | 'out' | null =>
    eliminated.has(_id) ? 'out' : presence === 'here' ? null : presence
  const playing = entrants.filter(entrant => getExclusionReason(entrant) === null)
  const obstacles = listObstacles(event, rules, rounds[0], ids.length - eliminated.size)
  if (obstacles.length === 0 && machinesInOrder === 0) obstacles.push(m.events_draw_all_broken())
  if (obstacles.length === 0 && playing.length < 2) obstacles.push(m.events_draw_too_few())
  return {
    number: (rounds[0]?.number ?? 0) + 1,
    playing,
    notDrawn: entrants.flatMap(entrant => {
      const reason = getExclusionReason(entrant)
      return reason === null ? [] : [{ entrant, reason }]
    }),
    obstacles,
  }
}
