import { useState } from 'react'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { type ReportingEventDoc, stationsOfEvent, stationsSetEvent } from '../contract/reported-games.ts'

/** The director's setting whether a reported game counts right away where all of its players match. */
export function EventReportSettings({ event: { _id: eventId } }: { event: ShownEvent }) {
  const live = useSubscription(stationsOfEvent, { eventId })
  const set = useMethod(stationsSetEvent)
  const [error, setError] = useState<string | null>(null)
  const countAtOnce = useDocument<ReportingEventDoc>('reportingEvents', eventId)?.countAtOnce ?? false
  if (live.state !== 'ready') return null
  const change = async (on: boolean): Promise<void> => {
    setError(null)
    try {
      await set({ eventId, countAtOnce: on })
    } catch (cause) {
      setError(errorMessage(cause))
    }
  }
  return (
    <>
      <Checkbox
        label={m.stations_count_at_once()}
        hint={m.stations_count_at_once_hint()}
        checked={countAtOnce}
        onChange={on => void change(on)}
      />
      <FormError message={error} />
    </>
  )
}
