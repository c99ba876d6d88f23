import type { ShownVenue, ShownVenueMachine } from '#venues/ui/use-venue.ts'

export interface VenueBoardsProps {
  venue: ShownVenue
  machines: readonly ShownVenueMachine[]
}

/** The place for the boards of the venue's machines, and for who plays there: they need the scores that name the venue. */
export function VenueBoards(_props: VenueBoardsProps) {
  return null
}
