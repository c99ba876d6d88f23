import { useState } from 'react'
import { eventsList } from '#events/contract/publications.ts'
import { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { browserTimeZone } from '#platform/ui/time/zoned-time.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { readEventId } from '../event-url.ts'
import { EARLIER_EVENTS, EarlierEventLinks } from './EarlierEventLinks.tsx'
import { defaultEventValues } from './event-form-values.ts'
import { NewEventForm } from './NewEventForm.tsx'
import { NextEvent } from './NextEvent.tsx'

/**
 * Form for a new event. Users whose roles allow it may add one without a group; others only for a group that they run.
 * @param groupId the group chosen at first; '': none
 * @param from id of an earlier event whose settings, machines and players are taken over; '': none
 */
export function NewEvent({ groupId, from = '' }: { groupId: string; from?: string }) {
  const mayAddWithoutGroup = useHasRole(['admin', 'event-director'])
  const { groups, live } = useManagedGroups()
  const [defaults] = useState(() => defaultEventValues(new Date(), browserTimeZone()))
  const earlierEvents = useSubscription(eventsList, from === '' ? EARLIER_EVENTS : null)
  if (live.state === 'failed') {
    return <ErrorState title={m.groups_page_failed()}>{errorMessage(live.error)}</ErrorState>
  }
  if (live.state !== 'ready' || (from === '' && earlierEvents.state === 'pending')) return <Skeleton kind="form" count={3} page />
  if (!mayAddWithoutGroup && groups.length === 0) {
    return (
      <EmptyState title={m.events_new_group_first()} action={<ButtonLink href="/groups/new">{m.ui_create_group()}</ButtonLink>}>
        {m.events_new_group_words()}
      </EmptyState>
    )
  }
  const choices = [
    ...(mayAddWithoutGroup ? [{ value: '', label: m.events_new_no_group() }] : []),
    ...groups.map(each => ({ value: each.groupId, label: each.name })),
  ]
  const chosen = (choices.find(({ value }) => value === groupId) ?? choices[0]!).value
  const emptyForm = <NewEventForm key={from} start={{ ...defaults, groupId: chosen }} groups={choices} />
  if (from === '') {
    return (
      <>
        <EarlierEventLinks groupIds={groups.map(each => each.groupId)} />
        <p>
          <Link href={`/import?what=event${chosen === '' ? '' : `&group=${chosen}`}`}>{m.imports_link_event()}</Link>
        </p>
        {emptyForm}
      </>
    )
  }
  const notFound = (
    <>
      <Notice kind="warn" title={m.events_next_not_found()}>
        <p>{m.events_next_not_found_words()}</p>
      </Notice>
      {emptyForm}
    </>
  )
  const eventId = readEventId(from)
  return eventId === null ? notFound : <NextEvent key={eventId} earlierId={eventId} groups={choices} notFound={notFound} />
}
