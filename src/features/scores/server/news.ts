import type { MachineFacts, Status } from '../contract.ts'

/** A score as the feed carries it; times in ms. */
export interface ScoreNews {
  id: string
  receipt: number
  userId: string
  username: string
  displayName: string
  machineId: string
  machineName: string
  machineFacts: MachineFacts
  value: number
  achievedAt: number
  createdAt: number
  windowed: boolean
  status: Status
  version: number
  comment: string | null
  location: string | null
}

export interface Tally {
  scores: number
  players: number
  zeros: number
}

/** Body of feed entries of the kind `score`: what it is now, and the machine's totals after it. */
export interface ScoreChange {
  op: 'submitted' | 'edited' | 'removed'
  score: ScoreNews
  tally: Tally
}

export const SCORE_FEED = 'score'
