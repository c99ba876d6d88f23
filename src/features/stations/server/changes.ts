import { defineChange } from '#platform/db/change-log/define-change.ts'

/** The stations of a venue have changed. */
export const stationsChanged = defineChange<{ venueId: string }>('stations', ({ venueId }) => venueId)

/** A reported game was stored, claimed, used or dismissed, or more is known of it. */
export interface ReportedGameChange {
  reportedGameId: string
  venueId: string
  stationId: string | null
  /** the event for one of whose games it is, or was before; null: none */
  eventId: string | null
  /** to whom it is offered, or was before */
  userIds: string[]
  /** the play of it whose claim has just been contested; left out: none */
  contested?: number
}

export const reportedGameChanged = defineChange<ReportedGameChange>('reportedGame', ({ reportedGameId }) => reportedGameId)

/** How reported games of an event are treated has changed. */
export const reportingEventChanged = defineChange<{ eventId: string }>('reportingEvent', ({ eventId }) => eventId)

/** A user has registered other initials at a venue. */
export const venueInitialsChanged = defineChange<{ userId: string }>('venueInitials', ({ userId }) => userId)
