import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { ChangeLogEntry, NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FoundEvent } from '../contract/documents.ts'
import type { Attempt } from '../rules/attempts.ts'
import { type EventChange, eventChanged } from './changes.ts'

/** A score given in an event; `at` in ms: the earlier of when it was achieved and when it was received. */
export interface EventScore {
  id: string
  eventId: string
  machineId: string
  value: number
  strokes?: number | undefined
  at: number
}

/** Who did what to a score, in a word: "verified", "corrected", "removed" */
export interface RuledScore {
  by: string
  as: string
}

/** What a guest had played, and whose it is now. @returns the feed entries that it wrote */
export type ClaimPart = (tx: Db, claimed: { userId: string; eventId: string; attempts: readonly Attempt[] }) => Promise<ChangeLogEntry[]>

/** What other features may ask of events. */
export interface EventsApi {
  /** @throws DdpError 404, the same for one that is hidden and one that is not there */
  visible(eventId: string, userId: string | null): Promise<void>
  /** As `visible`, and ends the subscription as soon as the reader may no longer see it. */
  admit(publishing: PublishContext, eventId: string): Promise<void>
  /**
   * Takes a player's score into an event, in the transaction that writes it, before the score is. Who is not in the event yet enters it.
   * @returns its news. @throws DdpError 400, 404, 409
   */
  score(tx: Db, userId: string, score: EventScore): Promise<NewChange[]>
  /**
   * A score was corrected or judged; the score is locked. What was not done by its own player is in the event's log.
   * @returns its news: none when it belongs to no event. @throws DdpError 400
   */
  follow(tx: Db, score: { id: string; value: number; strokes: number | null; rejected: boolean }, judged: RuledScore): Promise<NewChange[]>
  /** Scores are gone; they are locked. @param judged left out: with their player */
  forget(tx: Db, scoreIds: readonly string[], judged?: RuledScore): Promise<NewChange[]>
  /** Events with words in name or venue that begin as those of the text do; of private groups only for their members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundEvent[]>
  /** What else is done, in the same transaction, when a guest's entry becomes that of an account. */
  onClaim(part: ClaimPart): void
  /** Whether this user directs the event that a score belongs to; null: it belongs to none. */
  directs(scoreId: string, userId: string): Promise<boolean | null>
  /** Whether the event that a score belongs to is over, so that only its director changes it. */
  isFrozen(scoreId: string): Promise<boolean>
}

export { type EventChange, eventChanged }
