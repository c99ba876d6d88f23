import { useEffect, useState } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { isConnectionLost } from '#platform/live/connection-lost.ts'
import { useConnection, useDocument, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { venuesCard } from '#venues/contract/card.ts'
import { type VenueDoc, type VenueMachineDoc, venuesOne } from '#venues/contract.ts'
import type { PickedMachine } from '../submit/submit-fields.ts'
import { findByCode, type KeptVenue, keptVenues, type PickedVenue, type StandingMachine, usedToday } from './kept-venues.ts'

/** What the address of the form says about where the score was played, as far as it is known. */
export interface VenueAddress {
  venue: PickedVenue | null
  /** the machine of the QR code that was scanned */
  machine: PickedMachine | null
  /** the venue has been asked for and has not arrived yet */
  isComing: boolean
  /** a sentence to the player if the address does not lead to a venue or a machine */
  notice: string | null
}

/** The venue that a score goes to. */
export interface ChosenVenue {
  venue: PickedVenue | null
  /** the machines that stand there, in order */
  machines: readonly StandingMachine[]
  /** the venues that were last seen on this device, last seen first */
  recent: readonly PickedVenue[]
}

const NOWHERE: VenueAddress = { venue: null, machine: null, isComing: false, notice: null }

const toPicked = ({ venueId, slug, name }: PickedVenue): PickedVenue => ({ venueId, slug, name })

/** The venues that this device keeps for the user; null: they are not read yet. */
export function useKeptVenues(): readonly KeptVenue[] | null {
  const { session, state } = useSession()
  const userId = state.userId ?? session?.expected ?? null
  const [kept, setKept] = useState<readonly KeptVenue[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void keptVenues.all(userId).then(all => isCurrent && setKept(all))
    return () => {
      isCurrent = false
    }
  }, [userId])
  return kept
}

/** A venue with its machines as the site shows it now. `isGone`: the site has none that the user may see */
function useShownVenue(slug: string | null): {
  venue: PickedVenue | null
  machines: readonly StandingMachine[]
  isReady: boolean
  isGone: boolean
} {
  const { session, state } = useSession()
  const live = useSubscription(venuesOne, slug === null ? null : { slug })
  const venue = useDocuments<VenueDoc, PickedVenue | null>(
    'venues',
    documents => {
      const found = slug === null ? undefined : documents.find(each => each.slug === slug)
      return found === undefined ? null : { venueId: found._id, slug: found.slug, name: found.name }
    },
    [slug],
  )
  const machines = useDocuments<VenueMachineDoc, StandingMachine[]>(
    'venueMachines',
    documents =>
      documents
        .filter(each => each.venueId === venue?.venueId)
        .sort((a, b) => a.order - b.order)
        .map(({ machineId, name, code }) => ({ machineId, name, code })),
    [venue?.venueId],
  )
  // Who signs in again at the beginning of a page may see more than the first answer says.
  const isSettled = session !== null && !state.loggingIn && state.userId === session.expected
  const isGone = slug !== null && isSettled && live.state === 'failed' && (isAccessError(live.error) || live.error.error === 400)
  return { venue, machines, isReady: live.state === 'ready', isGone }
}

/**
 * What the address of the form says: the slug of a venue, and in a QR code's address the code of a machine. Without a connection, what this
 * device keeps of the venue is used.
 */
export function useVenueAddress(
  kept: readonly KeptVenue[] | null,
  { slug, code, machineId }: { slug: string | null; code: string | null; machineId: string | null },
): VenueAddress {
  const shown = useShownVenue(slug)
  const isLost = isConnectionLost(useConnection().status)
  const before = slug === null ? undefined : kept?.find(each => each.slug === slug)
  const lostId = shown.isGone ? before?.venueId : undefined
  useEffect(() => {
    if (lostId !== undefined) void keptVenues.lose(lostId)
  }, [lostId])
  if (slug === null) return NOWHERE
  const isHere = (each: StandingMachine): boolean => each.machineId === machineId
  const find = (machines: readonly StandingMachine[]): StandingMachine | undefined =>
    code === null ? machines.find(isHere) : findByCode(machines, code)
  const standing = find(shown.isReady || before === undefined ? shown.machines : before.machines)
  const former = standing ?? find([...(before?.machines ?? []), ...(before?.former ?? [])])
  const venue = shown.isGone || before?.isGone ? null : (shown.venue ?? (before === undefined ? null : toPicked(before)))
  const machine = former === undefined ? null : { machineId: former.machineId, name: former.name }
  // Until all is read or has arrived, nothing is missing.
  const isKnown = shown.isGone || shown.isReady || (kept !== null && (before !== undefined || isLost))
  return { venue, machine, isComing: venue === null && !isKnown, notice: isKnown ? addressNotice() : null }

  function addressNotice(): string | null {
    if (shown.isGone || before?.isGone) return m.scores_venue_gone()
    if (venue === null) return m.scores_venue_unknown_offline()
    if (code === null || standing !== undefined) return null
    if (machine !== null) return m.scores_venue_machine_left({ machine: machine.name, name: venue.name })
    return shown.isReady
      ? m.scores_venue_code_unknown({ name: venue.name })
      : isLost
        ? m.scores_venue_code_offline({ name: venue.name })
        : null
  }
}

/**
 * The venue that a score goes to: the one that the player has picked, that of the address, that of the score's event, or the one where a
 * score was last added today on this device.
 */
export function useVenueSelect(
  kept: readonly KeptVenue[] | null,
  {
    picked,
    address,
    event,
  }: {
    picked: PickedVenue | null | undefined
    address: VenueAddress & { slug: string | null }
    /** null: the score is for no event; `venueId` undefined: that names no venue */
    event: { venueId: string | undefined } | null
  },
): ChosenVenue {
  const eventVenueId = event?.venueId ?? null
  useSubscription(venuesCard, eventVenueId === null ? null : { venueId: eventVenueId })
  const ofEvent = useDocument<VenueDoc>('venues', eventVenueId)
  const [now] = useState(() => new Date())
  const venues = kept ?? []
  const given = (): PickedVenue | null => {
    if (address.slug !== null) return address.venue
    if (ofEvent !== undefined) return { venueId: ofEvent._id, slug: ofEvent.slug, name: ofEvent.name }
    if (event !== null) return venues.find(({ venueId }) => venueId === eventVenueId) ?? null
    return usedToday(venues, now)
  }
  const wanted = picked === undefined ? given() : picked
  const shown = useShownVenue(wanted?.slug ?? null)
  const isLost = picked === undefined && shown.isGone
  const lostId = isLost ? wanted?.venueId : undefined
  useEffect(() => {
    if (lostId !== undefined) void keptVenues.lose(lostId)
  }, [lostId])
  const venue = wanted === null || isLost ? null : toPicked(shown.venue ?? wanted)
  const machines = shown.isReady ? shown.machines : (venues.find(each => each.venueId === venue?.venueId)?.machines ?? shown.machines)
  return {
    venue,
    machines: venue === null ? [] : machines,
    recent: venues.filter(({ isGone }) => !isGone).map(toPicked),
  }
}
