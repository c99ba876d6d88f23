import type { LastPlayed, MachineTotals } from '#machines/server/shared/tally-store.ts'
import { type ChangeGroup, defineChange } from '#platform/db/change-log/define-change.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { MachineFacts } from '../contract/scores.ts'
import type { ScoreRecord } from './score-fields.ts'

/**
 * Body of change-log entries of the kind `score`. `score`: the score after the change. `tally`: the machine's totals after it; null if they
 * did not change. `lastPlayedAt`: not of a new score. `held`: a new score that is under review, so that no board has it yet; `confirmed`: a player has confirmed such a score. `by`: the user who liked, commented on or moderated the score; missing for other changes.
 */
export interface ScoreChange extends LastPlayed {
  op: 'submitted' | 'held' | 'confirmed' | 'edited' | 'removed' | 'moderated' | 'liked' | 'commented' | 'pictured'
  score: ScoreRecord
  tally: MachineTotals | null
  by?: string
  /** the venue that the score named before, if it names it no longer */
  leftVenue?: string
  /** the score before it was edited, moderated or removed. Missing if nothing but its venue was changed, and in changes that an earlier release wrote */
  was?: Pick<ScoreRecord, 'value' | 'strokes' | 'status' | 'underReview' | 'oddness'>
}

export const isNewScore = ({ op }: ScoreChange): boolean => op === 'submitted'

/** True if a change does not affect any board. */
export const keepsBoardsUnchanged = ({ op }: ScoreChange): boolean =>
  op === 'held' || op === 'confirmed' || op === 'liked' || op === 'commented' || op === 'pictured'

/**
 * Body of change-log entries of the kind `scores-erased`: a user was deleted. `machines`: the machines on which accepted scores were
 * erased, with their new totals; empty if the scores were kept. `touched`: ids of the user's scores and of all scores that the user had
 * liked or commented on.
 */
export interface PlayerScoresErased {
  userId: string
  machines: ({ machineId: string; tally: MachineTotals } & LastPlayed)[]
  touched: string[]
}

/** Body of change-log entries of the kind `scores-merged`: all scores of `from` now belong to `into`. `tally`: the new totals of `into`. */
export interface MachineScoresMerged {
  from: string
  into: string
  tally: MachineTotals
}

export const scoreChanged = defineChange<ScoreChange>('score', ({ score }) => score.id)
export const scoresErased = defineChange<PlayerScoresErased>('scores-erased', ({ userId }) => userId)
/** A kiosk of a machine's board was made, opened or ended. */
export const kiosksChanged = defineChange<{ machineId: string }>('board-kiosks', ({ machineId }) => machineId)
export const scoresMerged = defineChange<MachineScoresMerged>('scores-merged', ({ from }) => from)

/** What is known of a new score before it is written; times in ms. */
export interface SubmittedScore
  extends Pick<
    ScoreRecord,
    'id' | 'userId' | 'username' | 'displayName' | 'machineId' | 'machineName' | 'value' | 'achievedAt' | 'windowed'
  > {
  comment?: string | null | undefined
  location?: string | null | undefined
  venueId?: string | null | undefined
  /** when the score was received, if that is long ago; missing: the database's current time */
  createdAt?: number | undefined
  eventId?: string | null | undefined
  /** only in pin-golf events */
  strokes?: number | null | undefined
}

/**
 * Body of change-log rows of the kind `scores-submitted`: scores that one statement wrote. Readers get one change of the kind `score` for
 * each of them, in the order of their receipts.
 */
export interface ScoresSubmitted {
  scores: SubmittedScore[]
  /** by the score's id */
  receipts: { [id: string]: number }
  /** when they were received, in ms, unless the score says so itself */
  createdAt: number
  /** by the user's id; users who have neither a picture nor a supporter's badge are missing */
  profiles: { [userId: string]: { avatar: PictureSize | null; supporter: boolean } }
  /**
   * by the machine's id; with its totals after all these scores. The name is newer than that of the scores, which was known before they were
   * written; it is missing in rows that an earlier release wrote
   */
  machines: { [machineId: string]: { name?: string; facts: MachineFacts; tally: MachineTotals } }
  /** by the event's id */
  events: { [eventId: string]: { isPublic: boolean; groupId: string | null } }
  /** by the venue's id; missing: none of the scores has a venue */
  venues?: { [venueId: string]: { isPublic: boolean; groupId: string | null } }
}

export const scoresSubmitted: ChangeGroup<ScoresSubmitted> = {
  kind: 'scores-submitted',
  toChanges: ({ scores, receipts, createdAt, profiles, machines, events, venues = {} }) =>
    scores
      .toSorted((a, b) => receipts[a.id]! - receipts[b.id]!)
      .map(score => {
        const { name = score.machineName, facts, tally } = machines[score.machineId]!
        const { avatar = null, supporter = false } = profiles[score.userId] ?? {}
        const event = score.eventId ? events[score.eventId] : undefined
        const venue = score.venueId ? venues[score.venueId] : undefined
        return scoreChanged.of({
          op: 'submitted',
          score: {
            id: score.id,
            receipt: receipts[score.id]!,
            userId: score.userId,
            username: score.username,
            displayName: score.displayName,
            avatar,
            supporter,
            machineId: score.machineId,
            machineName: name,
            machineFacts: facts,
            eventId: score.eventId ?? null,
            eventShown: event?.isPublic ?? false,
            eventGroupId: event?.groupId ?? null,
            value: score.value,
            strokes: score.strokes ?? null,
            achievedAt: score.achievedAt,
            createdAt: score.createdAt ?? createdAt,
            windowed: score.windowed,
            status: 'unverified',
            underReview: false,
            oddness: 0,
            version: 1,
            picture: null,
            comment: score.comment ?? null,
            location: score.location ?? null,
            venueId: venue === undefined ? null : score.venueId!,
            venueShown: venue?.isPublic ?? false,
            venueGroupId: venue?.groupId ?? null,
            likes: 0,
            comments: 0,
            source: null,
          },
          tally,
        })
      }),
}
