import { useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { moveItem } from '#events/ui/form/tie-break-values.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import { MoveButton, RemoveButton } from '#events/ui/OrderButtons.tsx'
import * as m from '#messages'
import { useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { seriesSetEvents } from '#series/contract/calls.ts'
import type { ShownNight, ShownSeries } from '#series/ui/use-series.ts'

export interface NightsDialogProps {
  series: ShownSeries
  /** the nights that everybody who sees the season sees */
  nights: readonly ShownNight[]
  onClose: () => void
}

/** How many events are offered. */
const MAX_OFFERED = 100

/** Chooses which events are the nights of a season, and their order. */
export function NightsDialog({ series, nights, onClose }: NightsDialogProps) {
  const { _id: seriesId, groupId } = series
  const setEvents = useMethod(seriesSetEvents)
  useSubscription(eventsList, { limit: MAX_OFFERED, ...(groupId === undefined ? {} : { groupId }) })
  const events = useDocuments<EventDoc, (EventDoc & { _id: string })[]>(
    'events',
    documents =>
      documents
        .filter(each => groupId === undefined || each.groupId === groupId)
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? -1 : 1)),
    [groupId],
  )
  const [was] = useState(() => nights.map(({ eventId }) => eventId))
  const [chosen, setChosen] = useState<readonly string[]>(was)
  const [announcement, setAnnouncement] = useState('')
  const { busy, error, start } = useAsyncAction(async () => {
    await setEvents({ seriesId, eventIds: [...chosen], was })
    onClose()
  })
  const names = new Map([
    ...nights.map(({ eventId, name }) => [eventId, name] as const),
    ...events.map(({ _id, name }) => [_id, name] as const),
  ])
  const nameOf = (eventId: string): string => names.get(eventId) ?? ''
  const others = events.filter(({ _id, state }) => !chosen.includes(_id) && state !== 'cancelled')
  const change = (next: readonly string[], text: string): void => {
    setChosen(next)
    setAnnouncement(text)
  }
  const move = (eventId: string, by: -1 | 1): void => {
    const next = moveItem(chosen, eventId, by)
    change(next, m.events_tiebreak_moved({ what: nameOf(eventId), n: next.indexOf(eventId) + 1 }))
  }
  return (
    <Dialog
      open
      title={m.series_nights_choose()}
      isDirty={chosen.join(' ') !== was.join(' ')}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} onClick={start}>
          {m.series_nights_save()}
        </Button>
      }
    >
      <div className={layout.stack4}>
        {chosen.length === 0 && <p className={layout.muted}>{m.series_nights_none()}</p>}
        <List ordered className={layout.stack}>
          {chosen.map((eventId, i) => {
            const what = nameOf(eventId)
            return (
              <li key={eventId} className={cx(layout.between)}>
                <span className={layout.anywhere}>{what}</span>
                <span className={layout.line}>
                  <MoveButton by={-1} atEnd={i === 0} label={m.events_tiebreak_up({ what })} onClick={() => move(eventId, -1)} />
                  <MoveButton
                    by={1}
                    atEnd={i === chosen.length - 1}
                    label={m.events_tiebreak_down({ what })}
                    onClick={() => move(eventId, 1)}
                  />
                  <RemoveButton
                    label={m.events_tiebreak_remove({ what })}
                    onClick={() =>
                      change(
                        chosen.filter(each => each !== eventId),
                        m.events_tiebreak_removed({ what }),
                      )
                    }
                  />
                </span>
              </li>
            )
          })}
        </List>
        {others.length === 0 ? (
          <p className={layout.muted}>{m.series_nights_no_more()}</p>
        ) : (
          <Select
            label={m.series_nights_add()}
            value=""
            choices={[
              { value: '', label: m.series_nights_pick() },
              ...others.map(event => ({ value: event._id, label: `${event.name} · ${formatEventDay(event)}` })),
            ]}
            onChange={eventId => {
              if (eventId !== '') change([...chosen, eventId], m.events_tiebreak_moved({ what: nameOf(eventId), n: chosen.length + 1 }))
            }}
          />
        )}
        <FormError message={error} />
        <span role="status">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </span>
      </div>
    </Dialog>
  )
}
