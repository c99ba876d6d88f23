import { type ReactNode, use } from 'react'
import { eventsAdd } from '#events/contract/admin.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { eventHref } from '../event-url.ts'
import type { ShownEvent } from '../types.ts'
import { EventForm } from './EventForm.tsx'

export interface NewEventFormProps {
  start: ShownEvent | EventValues
  /** names of the machines in `start`, by id */
  names?: Readonly<Record<string, string>>
  /** the groups that may hold the event; '': none */
  groups: readonly { value: string; label: string }[]
  /** called when the event exists, before its page is opened. `groupId`: of its group; '': none */
  onAdded?: (eventId: string, groupId: string) => void
  /** what is shown above the button */
  children?: ReactNode
}

/** Sends the form's values as a new event, then opens its page with the director's tools. */
export function NewEventForm({ start, names = {}, groups, onAdded, children }: NewEventFormProps) {
  const add = useMethod(eventsAdd)
  const navigate = use(NavigateContext)
  const requestId = useRequestId()
  return (
    <EventForm
      start={start}
      names={names}
      action={m.ui_add_event()}
      groups={groups}
      send={async ({ input: values, groupId: group }) => {
        const input = { ...values, ...(group === '' ? {} : { groupId: group }) }
        const { eventId } = await add({ _id: requestId(input), ...input })
        onAdded?.(eventId, group)
        navigate?.(eventHref(eventId, { show: 'direct' }))
      }}
    >
      {children}
    </EventForm>
  )
}
