import type { StandingsDoc } from '#events/contract/documents.ts'
import * as m from '#messages'

/** Returns how many machines a row has played. */
export const playedMachines = ({ machines: played }: StandingsDoc, machines: number): string =>
  played.length === 0 ? m.events_progress_none() : m.events_progress_machines({ count: machines, n: machines, played: played.length })

export const requiredScore = (least: number, number: (value: number) => string): string =>
  least <= 1 ? m.events_need_any() : m.events_need_score({ score: number(least) })
