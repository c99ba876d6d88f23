import { use } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { useDocument, useDocuments } from '#platform/live/hooks.ts'
import type { Locale } from '#platform/text/locales.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import type { EventDoc, EventEntrantDoc, EventMachineDoc, StandingsDoc } from '../contract/documents.ts'
import { eventsEntrants } from '../contract/entrants.ts'
import { eventsOne } from '../contract/publications.ts'
import { directsEvent, keepsScores } from '../rules/staff.ts'
import { countRanks } from '../rules/standings/count-ranks.ts'
import { DeviceKeyContext, useEventSubscription } from './device/device-key.ts'
import type { LabelledStanding } from './labels/standing-labels.ts'
import type { ShownEvent } from './types.ts'

export type Machine = EventMachineDoc & { _id: string }
export type Entrant = EventEntrantDoc & { _id: string }

/**
 * Subscribes to one event. `isDirector`: the user is its director, a co-director or an administrator; `isScorekeeper`: the user may enter
 * results and check players in, as all of these may; `isOwner`: the user may hand it over, as co-directors may not. On the page of a
 * scorekeeping device it does not matter who is signed in.
 */
export function useEvent(eventId: string): {
  live: ReturnType<typeof useEventSubscription>
  event: ShownEvent | undefined
  machines: Machine[]
  isDirector: boolean
  isScorekeeper: boolean
  isOwner: boolean
} {
  const userId = useUserId()
  const isAdmin = useHasRole(['admin'])
  const live = useEventSubscription(eventsOne, { eventId })
  const event = useDocument<EventDoc>('events', eventId)
  const machines = useDocuments<EventMachineDoc, Machine[]>(
    'eventMachines',
    documents => documents.filter(each => each.eventId === eventId).sort((a, b) => a.order - b.order),
    [eventId],
  )
  const isDevice = use(DeviceKeyContext) !== null
  const mayRun = (rule: typeof keepsScores): boolean =>
    !isDevice && userId !== null && (isAdmin || (event !== undefined && rule(event, userId)))
  return {
    live,
    event,
    machines,
    isDirector: mayRun(directsEvent),
    isScorekeeper: isDevice || mayRun(keepsScores),
    isOwner: mayRun(({ directorId }) => directorId === userId),
  }
}

/** Returns the loaded rows of an event's standings, best first. */
export const useStandings = (eventId: string, limit: number): LabelledStanding[] =>
  useDocuments<StandingsDoc, LabelledStanding[]>(
    'standings',
    documents =>
      countRanks(documents.filter(each => each.eventId === eventId))
        .sort((a, b) => a.rank - b.rank || (a._id < b._id ? -1 : 1))
        .slice(0, limit),
    [eventId, limit],
  )

/** Compares names as readers of the page's language expect, and numbers within them by their value: "Ada 2" comes before "Ada 10". */
export const compareNames = ((): ((locale: Locale) => (a: string, b: string) => number) => {
  const known = new Map<Locale, Intl.Collator>()
  return locale => {
    const collator = known.get(locale) ?? new Intl.Collator(locale, { numeric: true })
    known.set(locale, collator)
    return collator.compare
  }
})()

/** Returns the loaded entrants of an event, sorted by name. All of them are loaded, so their order is made here alone. */
export function useEntrants(eventId: string): Entrant[] {
  const locale = getActiveLocale()
  return useDocuments<EventEntrantDoc, Entrant[]>(
    'eventEntrants',
    documents => {
      const compare = compareNames(locale)
      return documents.filter(each => each.eventId === eventId).sort((a, b) => compare(a.displayName, b.displayName))
    },
    [eventId, locale],
  )
}

/** Returns small pictures of an event's players by entrant, as far as they are loaded. */
export const useAvatars = (eventId: string): ReadonlyMap<string, ShownSize> =>
  useDocuments<EventEntrantDoc, ReadonlyMap<string, ShownSize>>(
    'eventEntrants',
    documents =>
      new Map(documents.flatMap(each => (each.eventId === eventId && each.avatar !== undefined ? [[each._id, each.avatar]] : []))),
    [eventId],
  )

/**
 * Returns the user's own entry. `entrantId`: null if the user is not in the event, undefined as long as that is not known. `hasPlayed`:
 * true if the entry has scores or games. `waiting`: the user's place in the wait list; undefined: the user does not wait.
 */
export function useOwnEntry(eventId: string): {
  entrantId: string | null | undefined
  hasPlayed: boolean
  waiting: number | undefined
} {
  const userId = useUserId()
  const entrants = useEventSubscription(eventsEntrants, userId === null ? null : { eventId })
  const listed = useDocuments<EventEntrantDoc, Entrant | undefined>(
    'eventEntrants',
    documents => documents.find(each => each.eventId === eventId && each.userId === userId),
    [eventId, userId],
  )
  const row = useDocuments<StandingsDoc, StandingsDoc | undefined>(
    'standings',
    documents => documents.find(each => each.eventId === eventId && each.userId === userId),
    [eventId, userId],
  )
  const hasPlayed = row !== undefined && (row.machines.length > 0 || (row.games ?? []).length > 0)
  if (userId === null) return { entrantId: null, hasPlayed: false, waiting: undefined }
  const whenUnlisted = entrants.state === 'ready' ? null : undefined
  return {
    entrantId: (entrants.state === 'ready' ? undefined : row?.entrantId) ?? listed?._id ?? whenUnlisted,
    hasPlayed,
    waiting: listed?.waiting,
  }
}
