import { type ScoreRecord, scoreChanged } from './score-changes.ts'

/** What other features may ask of scores. */
export interface ScoresApi {
  /** The latest that count, of a machine, an event or a player, or of all; newest first by receipt. Whether the event may be seen is the caller's to ask. */
  latest(of: { machineId?: string; eventId?: string; userId?: string }, limit: number): Promise<ScoreRecord[]>
}

export { type ScoreRecord, scoreChanged }
