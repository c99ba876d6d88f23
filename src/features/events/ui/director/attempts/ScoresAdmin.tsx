import { useState } from 'react'
import { eventsAttempts, eventsDecide, eventsUndo } from '#events/contract/attempts.ts'
import type { EventAttemptDoc } from '#events/contract/documents.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { type Entrant, type Machine, useEvent } from '#events/ui/use-event.ts'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Select } from '#platform/ui/form/Select.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'
import { type ListedAttempt, selectAttemptPage } from './attempt-pages.ts'
import { EnterScore } from './EnterScore.tsx'
import { VoidDialog } from './VoidDialog.tsx'

const PAGE_SIZE = 50

const STATE = {
  counts: m.events_scores_counts,
  voided: m.events_voided,
  pending: m.events_scores_pending,
  rejected: m.ui_status_rejected,
} as const

/** All scores of the event. The director can enter a score, void one, undo a void, and accept or refuse late scores. */
export function ScoresAdmin({ event, entrants }: { event: ShownEvent; entrants: readonly Entrant[] }) {
  const eventId = event._id
  const { machines } = useEvent(eventId)
  const [filter, setFilter] = useState({ machineId: '', entrantId: '' })
  const [after, setAfter] = useState<ListedAttempt | null>(null)
  const [entering, setEntering] = useState(false)
  const [voiding, setVoiding] = useState<{ attemptId: string; name: string } | null>(null)
  const live = useSubscription(eventsAttempts, {
    eventId,
    limit: PAGE_SIZE,
    ...(filter.machineId === '' ? {} : { machineId: filter.machineId }),
    ...(filter.entrantId === '' ? {} : { entrantId: filter.entrantId }),
    ...(after === null ? {} : { before: after._id }),
  })
  const attempts = useDocuments<EventAttemptDoc, ListedAttempt[]>(
    'eventAttempts',
    documents => selectAttemptPage(documents, { eventId, ...filter, after, limit: PAGE_SIZE }),
    [eventId, filter, after],
  )
  const changeFilter = (part: Partial<typeof filter>): void => {
    setFilter({ ...filter, ...part })
    setAfter(null)
  }
  const mayHaveMore = attempts.length === PAGE_SIZE
  return (
    <>
      {event.state === 'live' && entrants.length > 0 && (
        <div>
          <Button onClick={() => setEntering(true)}>{m.events_enter_title()}</Button>
        </div>
      )}
      <div className={layout.pair}>
        <Select
          label={m.ui_machine()}
          value={filter.machineId}
          choices={[
            { value: '', label: m.ui_all_machines() },
            ...machines.map(({ machineId, name }) => ({ value: machineId, label: name })),
          ]}
          onChange={machineId => changeFilter({ machineId })}
        />
        <Select
          label={m.ui_player()}
          value={filter.entrantId}
          choices={[
            { value: '', label: m.ui_all_players() },
            ...entrants.map(({ _id, displayName }) => ({ value: _id, label: displayName })),
          ]}
          onChange={entrantId => changeFilter({ entrantId })}
        />
      </div>
      {live.state === 'failed' && <ErrorState title={m.ui_scores_failed()}>{errorMessage(live.error)}</ErrorState>}
      {attempts.length === 0 && live.state === 'pending' && <Skeleton kind="board-row" count={3} />}
      {attempts.length === 0 && live.state === 'ready' && (
        <EmptyState title={m.events_scores_none()}>{m.events_scores_none_words()}</EmptyState>
      )}
      <List className={layout.stack} aria-label={m.ui_scores()}>
        {attempts.map(attempt => (
          <Attempt key={attempt._id} attempt={attempt} machines={machines} onVoid={name => setVoiding({ attemptId: attempt._id, name })} />
        ))}
      </List>
      {(mayHaveMore || after !== null) && (
        <div className={cx(layout.row2, styles.actions)}>
          {after !== null && <Button onClick={() => setAfter(null)}>{m.events_scores_newest()}</Button>}
          {mayHaveMore && <Button onClick={() => setAfter(attempts.at(-1) ?? null)}>{m.events_scores_older()}</Button>}
        </div>
      )}
      {entering && <EnterScore event={event} entrantId="" onClose={() => setEntering(false)} />}
      {voiding && <VoidDialog event={event} target={voiding} onClose={() => setVoiding(null)} />}
    </>
  )
}

interface AttemptProps {
  attempt: ListedAttempt
  machines: readonly Machine[]
  onVoid: (name: string) => void
}

function Attempt({ attempt, machines, onVoid }: AttemptProps) {
  const { _id: attemptId, eventId, displayName, machineId, value, strokes, at, state, voidId } = attempt
  const [decide, undo] = [useMethod(eventsDecide), useMethod(eventsUndo)]
  const machine = machines.find(each => each.machineId === machineId)?.name ?? m.events_some_machine()
  const score = m.events_scores_one({ score: value === undefined ? m.events_no_score() : plainNumber(value), machine, name: displayName })
  return (
    <AdminRow
      title={
        <span className={state === 'counts' || state === 'pending' ? undefined : styles.gone}>
          {value === undefined ? m.events_no_score() : <ScoreValue value={value} size="row" />}
        </span>
      }
      facts={
        <>
          <span className={styles.by}>{displayName}</span>
          <span>{machine}</span>
          {strokes !== undefined && <span>{times(strokes, m.events_count_strokes)}</span>}
          <TimeAgo at={at} />
          {state !== 'counts' && <span className={styles[state]}>{STATE[state]()}</span>}
        </>
      }
      error={<ActionError subjectId={attemptId} />}
    >
      {state === 'counts' && (
        <Button kind="plain" className={styles.more} aria-label={m.events_scores_void_it({ score })} onClick={() => onVoid(score)}>
          {m.events_void_score()}
        </Button>
      )}
      {state === 'voided' && voidId !== undefined && (
        <ActionButton
          subjectId={attemptId}
          label={m.events_scores_undo_it({ score })}
          doneMessage={m.events_counts_again()}
          action={() => undo({ eventId, voidId })}
        >
          {m.ui_undo()}
        </ActionButton>
      )}
      {state === 'pending' && (
        <>
          <ActionButton
            subjectId={attemptId}
            kind="primary"
            label={m.events_scores_accept_it({ score })}
            doneMessage={m.events_scores_accepted()}
            action={() => decide({ eventId, attemptId, accept: true })}
          >
            {m.events_scores_accept()}
          </ActionButton>
          <ActionButton
            subjectId={attemptId}
            label={m.events_scores_refuse_it({ score })}
            doneMessage={m.events_scores_refused()}
            action={() => decide({ eventId, attemptId, accept: false })}
          >
            {m.events_scores_refuse()}
          </ActionButton>
        </>
      )}
    </AdminRow>
  )
}
