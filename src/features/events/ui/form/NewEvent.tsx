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
import { EventForm } from './EventForm.tsx'
import { freshValues } from './event-form-values.ts'
import { useRunGroups } from './use-managed-groups.ts'
import { ownZone } from './zoned-time.ts'

/**
 * Form for a new event. Users whose roles allow it may add one without a group; others only for a group that they run.
 * @param groupId the group chosen at first; '': none
 */
export function NewEvent({ groupId }: { groupId: string }) {
  const anywhere = useHasRole(['admin', 'event-director'])
  const { groups, ready } = useRunGroups()
  const add = useMethod(eventsAdd)
  const navigate = use(NavigateContext)
  const [fresh] = useState(() => freshValues(new Date(), ownZone()))
  /** The id of the last request. Sending the same event again reuses it. */
  const sent = useRef<{ id: string; text: string } | null>(null)
  if (!ready) return <Skeleton kind="form" count={3} />
  if (!anywhere && groups.length === 0) {
    return (
      <EmptyState title={m.events_new_group_first()} action={<ButtonLink href="/groups/new">{m.events_new_group()}</ButtonLink>}>
        {m.events_new_group_words()}
      </EmptyState>
    )
  }
  const choices = [
    ...(anywhere ? [{ value: '', label: m.events_new_no_group() }] : []),
    ...groups.map(each => ({ value: each.groupId, label: each.name })),
  ]
  const chosen = (choices.find(({ value }) => value === groupId) ?? choices[0]!).value
  return (
    <EventForm
      start={{ ...fresh, groupId: chosen }}
      action={m.events_new_add()}
      groups={choices}
      send={async ({ input: filled, groupId: group }) => {
        const input = { ...filled, ...(group === '' ? {} : { groupId: group }) }
        const text = JSON.stringify(input)
        if (sent.current?.text !== text) sent.current = { id: v7(), text }
        const { eventId } = await add({ _id: sent.current.id, ...input })
        navigate?.(`/events/${eventId}`)
      }}
    />
  )
}
