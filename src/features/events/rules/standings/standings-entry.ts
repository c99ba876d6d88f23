import type { Adjustment } from '../adjustment.ts'
import type { Figures } from '../format-rules.ts'
import type { EntrantPlacement, RankKey } from './tie-break.ts'

/** An entrant's best on one machine and what it is worth. Points in thousandths. */
export interface MachineResult extends Figures {
  machineId: string
  attemptId: string
  /** absent: only the strokes are known */
  value?: number
  rank: number
  /** false if it is not among the machines that count for the total */
  counted: boolean
}

/** One entrant's part in one game of a round. Points in thousandths. */
export interface GameResult extends Figures {
  /** 1 for the first */
  round: number
  /** which game of the round; absent: the first */
  game?: number
  /** null: a bye */
  machineId: string | null
  /** null: a bye, or the place does not count in this format */
  place: number | null
}

const isSameMachine = (a: MachineResult, b: MachineResult): boolean =>
  a.attemptId === b.attemptId &&
  a.rank === b.rank &&
  a.points === b.points &&
  a.counted === b.counted &&
  a.value === b.value &&
  a.strokes === b.strokes &&
  a.strikes === b.strikes &&
  a.machineId === b.machineId

const NONE: readonly Adjustment[] = []

/** True if both have the same objects in the same order. */
export const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((each, i) => each === b[i])

/** True if two rows of an entrant in an event of scores say the same; false where they do, if that would take long to find out. */
export function isSameScoreEntry(a: StandingsEntry, b: StandingsEntry): boolean {
  if (a === b) return true
  const isPlain =
    a.rankKey === undefined && a.games === undefined && b.games === undefined && a.decidedBy === undefined && b.decidedBy === undefined
  const isSamePlace = a.rank === b.rank && a.tieBreak === b.tieBreak && a.playoff === b.playoff && a.outIn === b.outIn
  const isSameTotal = a.points === b.points && a.strokes === b.strokes && a.strikes === b.strikes
  const isSameLength = a.machines.length === b.machines.length
  const isSameAdjusted = isSameList(a.adjustments ?? NONE, b.adjustments ?? NONE)
  return (
    isPlain &&
    isSamePlace &&
    isSameTotal &&
    isSameLength &&
    isSameAdjusted &&
    a.machines.every((each, i) => isSameMachine(each, b.machines[i]!))
  )
}

/** A row of an event's standings. Points in thousandths. */
export interface StandingsEntry extends EntrantPlacement, Figures {
  entrantId: string
  /** what the row is ranked by, if places break ties; absent in events of scores, where it changes with what others score */
  rankKey?: RankKey
  /** a playoff decided the place */
  playoff?: true
  /** the round in which the entrant was eliminated; absent while still in */
  outIn?: number
  /** the machines played, in the event's order; empty in formats of rounds */
  machines: MachineResult[]
  /** in formats of rounds: game by game */
  games?: GameResult[]
  /** what the director added to the total, or took from it; absent: nothing */
  adjustments?: readonly Adjustment[]
}
