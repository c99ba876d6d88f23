import { useUserId } from '#accounts/ui/session/use-account.ts'
import { groupsOne, type MemberDoc } from '#groups/contract.ts'
import { runsGroup, topRole } from '#groups/ui/group-roles.ts'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { type VenueDoc, type VenueMachineDoc, type VenueManagerDoc, venuesOne } from '../contract.ts'

export type ShownVenue = VenueDoc & { _id: string }
export type ShownVenueMachine = VenueMachineDoc & { _id: string }
export type ShownVenueManager = VenueManagerDoc & { _id: string }

const byOrder = (a: VenueMachineDoc, b: VenueMachineDoc): number => a.order - b.order

/** A venue with its machines, in their order. @param slug null: none */
export function useVenue(slug: string | null): {
  live: ReturnType<typeof useSubscription>
  venue: ShownVenue | undefined
  machines: ShownVenueMachine[]
} {
  const live = useSubscription(venuesOne, slug === null ? null : { slug })
  const venue = useDocuments<VenueDoc, ShownVenue[]>('venues', documents => documents.filter(each => each.slug === slug), [slug])[0]
  const machines = useDocuments<VenueMachineDoc, ShownVenueMachine[]>(
    'venueMachines',
    documents => documents.filter(each => each.venueId === venue?._id).sort(byOrder),
    [venue?._id],
  )
  return { live, venue, machines }
}

/** The managers of a venue, by name. */
export const useVenueManagers = (venueId: string): ShownVenueManager[] =>
  useDocuments<VenueManagerDoc, ShownVenueManager[]>(
    'venueManagers',
    documents => documents.filter(each => each.venueId === venueId).sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
    [venueId],
  )

/** True if the user manages the venue: as one of its managers, by running its group, or as a moderator or administrator. */
export function useManagesVenue(venue: ShownVenue, managers: readonly VenueManagerDoc[]): boolean {
  const userId = useUserId()
  const groupId = venue.groupId ?? null
  useSubscription(groupsOne, groupId === null || userId === null ? null : { groupId })
  const memberships = useDocuments<MemberDoc, MemberDoc[]>(
    'members',
    documents => documents.filter(each => each.groupId === groupId && each.userId === userId),
    [groupId, userId],
  )
  const moderates = useHasRole(['moderator', 'admin'])
  if (userId === null) return false
  return moderates || managers.some(each => each.userId === userId) || memberships.some(({ roles }) => runsGroup(topRole(roles)))
}
