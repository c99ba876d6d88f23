import * as m from '#messages'
import type { EventDoc } from '../../contract/documents.ts'
import type { RoundRules } from '../../rules/format-rules.ts'
import type { Round } from '../../rules/rounds.ts'
import { roundStandings } from '../../rules/standings/round-standings.ts'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { Entrant } from '../use-event.ts'

/** Whether the next round can be drawn, and with whom. */
export interface DrawState {
  /** number of the round that would be drawn, 1 for the first */
  number: number
  playing: Entrant[]
  /** entrants who would not be drawn, and why */
  without: { entrant: Entrant; why: 'expected' | 'paused' | 'out' }[]
  /** sentences that say why the round cannot be drawn now; empty: it can */
  missing: string[]
}

/** Converts a round for the rules: only confirmed results count. */
const roundOf = ({ groups, byes }: PlayedRound): Round => ({
  byes,
  groups: groups.map(({ machineId, entrantIds, result, state }) => ({
    machineId,
    entrantIds,
    ...(state === 'confirmed' && result !== undefined ? { order: result } : {}),
  })),
})

function missingOf(event: Pick<EventDoc, 'state'>, rules: RoundRules, latest: PlayedRound | undefined, stillIn: number): string[] {
  if (event.state === 'upcoming') return [m.events_draw_not_begun()]
  if (event.state !== 'live') return [m.events_draw_over()]
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
export function drawState(
  event: Pick<EventDoc, 'state'>,
  rules: RoundRules,
  entrants: readonly Entrant[],
  rounds: readonly PlayedRound[],
  machinesInOrder: number,
): DrawState {
  const ids = entrants.map(({ _id }) => _id)
  const rows = roundStandings(rules, ids, [...rounds].reverse().map(roundOf))
  const gone = new Set(rows.flatMap(({ entrantId, outIn }) => (outIn === undefined ? [] : entrantId)))
  const whyNot = ({ _id, presence }: Entrant): 'expected' | 'paused' | 'out' | null =>
    gone.has(_id) ? 'out' : presence === 'here' ? null : presence
  const playing = entrants.filter(entrant => whyNot(entrant) === null)
  const missing = missingOf(event, rules, rounds[0], ids.length - gone.size)
  if (missing.length === 0 && machinesInOrder === 0) missing.push(m.events_draw_all_broken())
  if (missing.length === 0 && playing.length < 2) missing.push(m.events_draw_too_few())
  return {
    number: (rounds[0]?.number ?? 0) + 1,
    playing,
    without: entrants.flatMap(entrant => {
      const why = whyNot(entrant)
      return why === null ? [] : [{ entrant, why }]
    }),
    missing,
  }
}
