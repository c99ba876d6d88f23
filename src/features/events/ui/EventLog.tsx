import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { eventsUndo } from '../contract/attempts.ts'
import type { EventAction, EventGroupDoc, EventLogDoc } from '../contract/documents.ts'
import { eventsLog } from '../contract/publications.ts'
import styles from './event.module.css'
import { logEntryLabel, subjectText } from './labels/log-labels.ts'
import { gameKey, gamesOfGroup } from './rounds/games-of-group.ts'
import type { ShownEvent } from './types.ts'
import { useEvent } from './use-event.ts'

const FinishedNotice = lazyComponent<{ event: ShownEvent }>(async () => (await import('./director/end/FinishedNotice.tsx')).FinishedNotice)

type Entry = EventLogDoc & { _id: string }

/** What the director can undo from here. */
const UNDOABLE: ReadonlySet<EventAction> = new Set(['voided', 'arranged', 'adjusted', 'result'])

/** An event's log, newest first: everything that was done in it except playing. Everybody who sees the event may read it. */
export function EventLog({ eventId }: { eventId: string }) {
  const { event, isDirector } = useEvent(eventId)
  const live = useSubscription(eventsLog, { eventId })
  const { dateTime } = useFormats()
  const entries = useDocuments<EventLogDoc, Entry[]>(
    'eventLog',
    documents =>
      documents.filter(each => each.eventId === eventId).sort((a, b) => b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : -1)),
    [eventId],
  )
  // The games that are loaded and have a result again, so that their void can no longer be undone.
  const playedAgain = useDocuments<EventGroupDoc, ReadonlySet<string>>(
    'eventGroups',
    documents => {
      const games = documents.filter(each => each.eventId === eventId).flatMap(gamesOfGroup)
      return new Set(games.filter(({ result }) => result !== undefined).map(({ _id }) => _id))
    },
    [eventId],
  )
  const isPlayedAgain = ({ groupId, game }: Entry): boolean => groupId !== undefined && playedAgain.has(gameKey(groupId, game))
  return (
    <section className={layout.stack4} aria-labelledby="log">
      <h2 id="log">{m.events_log()}</h2>
      {event?.state === 'finished' && isDirector && <FinishedNotice event={event} />}
      {live.state === 'failed' && <p className={layout.muted}>{`${m.ui_log_failed()} ${errorMessage(live.error)}`}</p>}
      <List ordered className={layout.stack3}>
        {entries.map(entry => (
          <li key={entry._id} className={cx(layout.facts, styles.entry)}>
            <p>
              <PlayerLink username={entry.by?.username ?? ''}>{entry.by?.username ?? m.ui_deleted_player()}</PlayerLink>{' '}
              {entry.byDevice && <span className={layout.muted}>{m.events_log_on_device()} </span>}
              {logEntryLabel(entry, dateTime)}
              {entry.undone && <span className={layout.muted}> {m.events_log_is_undone()}</span>}
            </p>
            <TimeAgo at={entry.at} />
            {isDirector && UNDOABLE.has(entry.action) && entry.voidId !== undefined && !entry.undone && !isPlayedAgain(entry) && (
              <UndoVoid eventId={eventId} voidId={entry.voidId} what={subjectText(entry, dateTime)} />
            )}
          </li>
        ))}
      </List>
    </section>
  )
}

/** Lets the director undo a void. A game that was entered again stays void, which the error says. */
function UndoVoid({ eventId, voidId, what }: { eventId: string; voidId: string; what: string }) {
  const undo = useMethod(eventsUndo)
  const { busy, error, start } = useAsyncAction(() => undo({ eventId, voidId }))
  return (
    <div>
      <Button kind="plain" busy={busy} aria-label={m.events_void_undo_it({ what })} onClick={start}>
        {m.ui_undo()}
      </Button>
      <FormError message={error} />
    </div>
  )
}
