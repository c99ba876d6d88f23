import { defineChange } from '#platform/db/change-log/define-change.ts'

/** A venue has changed. */
export interface VenueChange {
  venueId: string
  /** the group that limits who sees it; null: everybody does */
  groupId: string | null
  /** false: it was removed */
  exists: boolean
  /**
   * what of it has changed: `venue`: what its managers fill in, or whether it exists; `machines`: which machines stand there, or their order;
   * `state`: that of a machine
   */
  part: 'venue' | 'machines' | 'state' | 'managers'
  /** the machines that have come, have gone, or have another state; left out: none */
  machineIds?: readonly string[]
  /** the users who have become its managers, or are so no longer; left out: none */
  userIds?: readonly string[]
}

export const venueChanged = defineChange<VenueChange>('venue', ({ venueId }) => venueId)
