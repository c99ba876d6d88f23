import { use, useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { ButtonLink } from '../../../../platform/ui/controls/ButtonLink.tsx'
import { NavigateContext } from '../../../../platform/ui/controls/navigate.ts'
import { EmptyState } from '../../../../platform/ui/states/EmptyState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { useHasRole } from '../../../roles/ui/use-roles.ts'
import { eventsAdd } from '../../contract/admin.ts'
import { eventHref } from '../event-url.ts'
import { EventForm } from './EventForm.tsx'
import { defaultEventValues } from './event-form-values.ts'
import { useManagedGroups } from './use-managed-groups.ts'
import { browserTimeZone } from './zoned-time.ts'

/**
 * Form for a new event. Users whose roles allow it may add one without a group; others only for a group that they run.
 * @param groupId the group chosen at first; '': none
 */
export function NewEvent({ groupId }: { groupId: string }) {
  const mayAddWithoutGroup = useHasRole(['admin', 'event-director'])
  const { groups, ready } = useManagedGroups()
  const add = useMethod(eventsAdd)
  const navigate = use(NavigateContext)
  const [defaults] = useState(() => defaultEventValues(new Date(), browserTimeZone()))
  /** The id of the last request. Sending the same event again reuses it. */
  const lastRequest = useRef<{ id: string; text: string } | null>(null)
  if (!ready) return <Skeleton kind="form" count={3} />
  if (!mayAddWithoutGroup && groups.length === 0) {
    return (
      <EmptyState title={m.events_new_group_first()} action={<ButtonLink href="/groups/new">{m.events_new_group()}</ButtonLink>}>
        {m.events_new_group_words()}
      </EmptyState>
    )
  }
  const choices = [
    ...(mayAddWithoutGroup ? [{ value: '', label: m.events_new_no_group() }] : []),
    ...groups.map(each => ({ value: each.groupId, label: each.name })),
  ]
  const chosen = (choices.find(({ value }) => value === groupId) ?? choices[0]!).value
  return (
    <EventForm
      start={{ ...defaults, groupId: chosen }}
      action={m.events_new_add()}
      groups={choices}
      send={async ({ input: values, groupId: group }) => {
        const input = { ...values, ...(group === '' ? {} : { groupId: group }) }
        const text = JSON.stringify(input)
        if (lastRequest.current?.text !== text) lastRequest.current = { id: v7(), text }
        const { eventId } = await add({ _id: lastRequest.current.id, ...input })
        navigate?.(eventHref(eventId, { show: 'direct' }))
      }}
    />
  )
}
