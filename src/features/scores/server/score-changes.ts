import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { PictureSize, UploadedPicture } from '../../uploads/contract.ts'
import type { MachineFacts, ScoreStatus } from '../contract.ts'

/** A score as the feed carries it; times in ms. */
export interface ScoreRecord {
  id: string
  receipt: number
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
  supporter: boolean
  machineId: string
  machineName: string
  machineFacts: MachineFacts
  eventId: string | null
  /** whether everybody may see the event */
  eventShown: boolean
  /** the group that the event belongs to */
  eventGroupId: string | null
  value: number
  strokes: number | null
  achievedAt: number
  createdAt: number
  windowed: boolean
  status: ScoreStatus
  version: number
  picture: UploadedPicture | null
  comment: string | null
  location: string | null
  likes: number
  comments: number
}

export interface MachineTotals {
  scores: number
  players: number
  zeros: number
}

/**
 * Body of feed entries of the kind `score`: what it is now, and the machine's totals after it; null where they are what they were. `by`: whose
 * doing it was, where it was not its player's.
 */
export interface ScoreChange {
  op: 'submitted' | 'edited' | 'removed' | 'moderated' | 'liked' | 'commented' | 'pictured'
  score: ScoreRecord
  tally: MachineTotals | null
  by?: string
}

/** Whether a change leaves every board as it is. */
export const sparesBoards = ({ op }: ScoreChange): boolean => op === 'liked' || op === 'commented' || op === 'pictured'

/** Body of feed entries of the kind `scores-erased`: all of a player's are gone; `touched` are others' that his likes and comments left. */
export interface PlayerScoresErased {
  userId: string
  machines: { machineId: string; tally: MachineTotals }[]
  touched: string[]
}

/** Body of feed entries of the kind `scores-merged`: all scores of a machine are another's now; `tally`: that one's totals. */
export interface MachineScoresMerged {
  from: string
  into: string
  tally: MachineTotals
}

export const scoreChanged = defineChange<ScoreChange>('score', ({ score }) => score.id)
export const scoresErased = defineChange<PlayerScoresErased>('scores-erased', ({ userId }) => userId)
export const scoresMerged = defineChange<MachineScoresMerged>('scores-merged', ({ from }) => from)
