import { useMemo } from 'react'
import { type EventPersonDoc, eventsPeople } from '#events/contract/entrants.ts'
import { indexKnownPlayers, type KnownIndex } from '#events/rules/known-players.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { compareNames } from '#events/ui/use-event.ts'
import { type GroupPersonDoc, groupsOne, type MemberDoc } from '#groups/contract.ts'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { type KnownPlayer, listKnownPlayers } from './match-known.ts'

/** Whom the group of an event knows. */
export interface KnownPlayers {
  /** null: the event has no group */
  state: 'pending' | 'ready' | 'failed' | null
  error: unknown
  /** sorted by name */
  known: readonly KnownPlayer[]
  index: KnownIndex<KnownPlayer>
  /** who of the people on the group's list is in the event */
  personIds: ReadonlySet<string>
}

/** Loads the people and the members of an event's group. The people are for those who direct the event; to others the members remain. */
export function useKnownPlayers({ _id: eventId, groupId }: Pick<ShownEvent, '_id' | 'groupId'>): KnownPlayers {
  const locale = getActiveLocale()
  const list = useSubscription(eventsPeople, groupId === undefined ? null : { eventId })
  const group = useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  const people = useDocuments<GroupPersonDoc, (GroupPersonDoc & { _id: string })[]>(
    'groupPeople',
    documents => documents.filter(each => each.groupId === groupId),
    [groupId],
  )
  const members = useDocuments<MemberDoc, MemberDoc[]>('members', documents => documents.filter(each => each.groupId === groupId), [
    groupId,
  ])
  const personIds = useDocuments<EventPersonDoc, ReadonlySet<string>>(
    'eventPeople',
    documents => new Set(documents.flatMap(each => (each.eventId === eventId ? [each.personId] : []))),
    [eventId],
  )
  const known = useMemo(() => {
    const compare = compareNames(locale)
    return listKnownPlayers(people, members).sort((a, b) => compare(a.displayName, b.displayName))
  }, [people, members, locale])
  const index = useMemo(() => indexKnownPlayers(known), [known])
  const isPending = list.state === 'pending' || group.state === 'pending'
  const state = list.state === 'failed' ? 'failed' : isPending ? 'pending' : 'ready'
  return {
    state: groupId === undefined ? null : state,
    error: list.state === 'failed' ? list.error : null,
    known,
    index,
    personIds,
  }
}
