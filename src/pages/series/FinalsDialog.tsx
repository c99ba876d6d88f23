import { useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import { eventHref } from '#events/ui/event-url.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { typedNumber } from '#platform/text/numbers.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { seriesAddFinals } from '#series/contract/calls.ts'
import { finalistRows } from '#series/rules/finalists.ts'
import { type ShownSeries, useRows } from '#series/ui/use-series.ts'

export interface FinalsDialogProps {
  series: ShownSeries
  onClose: () => void
}

/** Enters the finalists of a season in an event, seeded by their ranks. Shows who they are before. */
export function FinalsDialog({ series, onClose }: FinalsDialogProps) {
  const { _id: seriesId, slug, groupId } = series
  const addFinals = useMethod(seriesAddFinals)
  const { rows } = useRows(slug, seriesId, true)
  const live = useSubscription(eventsList, { limit: 100, ...(groupId === undefined ? {} : { groupId }) })
  const events = useDocuments<EventDoc, (EventDoc & { _id: string })[]>(
    'events',
    documents =>
      documents
        .filter(each => (groupId === undefined || each.groupId === groupId) && (each.state === 'upcoming' || each.state === 'live'))
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? -1 : 1)),
    [groupId],
  )
  const [eventId, setEventId] = useState('')
  const chosen = events.some(({ _id }) => _id === eventId) ? eventId : (events[0]?._id ?? '')
  const [rule, setRule] = useState<'best' | 'nights'>('best')
  const [typed, setTyped] = useState('8')
  const [outcome, setOutcome] = useState<{ added: number; refused: string[] } | null>(null)
  const number = typedNumber(typed)
  const isNumber = number >= 1 && number <= (rule === 'best' ? 500 : 200)
  const finalists = isNumber
    ? finalistRows(
        rows.map(row => ({ ...row, nightsPlayed: row.nights })),
        rule === 'best' ? { best: number, minNights: null } : { best: null, minNights: number },
      )
    : []
  const { busy, error, start } = useAsyncAction(async () => {
    setOutcome(await addFinals({ seriesId, eventId: chosen, ...(rule === 'best' ? { best: number } : { minNights: number }) }))
  })
  const count = finalists.length
  return (
    <Dialog
      open
      title={m.series_finals()}
      isDirty={false}
      onClose={onClose}
      actions={
        outcome === null ? (
          <Button kind="primary" busy={busy} disabled={chosen === '' || count === 0} onClick={start}>
            {m.series_finals_enter({ count, n: plainNumber(count) })}
          </Button>
        ) : (
          <ButtonLink kind="primary" href={eventHref(chosen, { show: 'players' })}>
            {m.series_finals_event()}
          </ButtonLink>
        )
      }
    >
      {outcome !== null ? (
        <p role="status">
          {m.series_finals_done({ count: outcome.added, n: plainNumber(outcome.added) })}
          {outcome.refused.length > 0 && ` ${m.series_finals_refused({ names: commas(outcome.refused) })}`}
        </p>
      ) : (
        <div className={layout.stack4}>
          <p>{m.series_finals_words()}</p>
          {live.state === 'failed' ? (
            <FormError message={errorMessage(live.error)} />
          ) : live.state === 'pending' ? (
            <Skeleton kind="board-row" count={1} />
          ) : events.length === 0 ? (
            <p className={layout.muted}>{m.series_finals_no_event()}</p>
          ) : (
            <Select
              label={m.series_finals_event()}
              value={chosen}
              choices={events.map(({ _id, name }) => ({ value: _id, label: name }))}
              onChange={setEventId}
            />
          )}
          <RadioList
            label={m.series_finals_who()}
            value={rule}
            choices={[
              { value: 'best', label: m.series_finals_best() },
              { value: 'nights', label: m.series_finals_often() },
            ]}
            onChange={setRule}
          />
          <TextField
            label={rule === 'best' ? m.series_finals_players() : m.series_finals_min()}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={isNumber ? undefined : m.series_form_bad_number({ max: rule === 'best' ? 500 : 200 })}
            onChange={event => setTyped(event.target.value)}
          />
          <List ordered className={layout.stack1}>
            {finalists.map(({ _id, rank, name }) => (
              <li key={_id} className={layout.line2}>
                <RankBadge rank={rank} size="text" />
                <span className={layout.anywhere}>{name}</span>
              </li>
            ))}
          </List>
          <FormError message={error} />
        </div>
      )}
    </Dialog>
  )
}
