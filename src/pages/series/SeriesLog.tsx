import { commas } from '#events/ui/labels/list-labels.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { seriesUndoNights } from '#series/contract/calls.ts'
import type { SeriesLogDoc } from '#series/contract/documents.ts'
import { seriesLog } from '#series/contract/publications.ts'
import type { ShownSeries } from '#series/ui/use-series.ts'

type Entry = SeriesLogDoc & { _id: string }

const namesOf = (names: readonly (string | null)[]): string => commas(names.map(name => name ?? m.series_hidden_night()))

const nightsText = ({ added, removed, moved }: Entry): string =>
  commas([
    added !== undefined && m.series_log_night_added({ names: namesOf(added) }),
    removed !== undefined && m.series_log_night_removed({ names: namesOf(removed) }),
    moved === true && m.series_log_moved(),
  ])

function entryText(entry: Entry): string {
  switch (entry.action) {
    case 'added':
      return m.series_log_added()
    case 'edited':
      return m.series_log_edited()
    case 'nights':
      return nightsText(entry)
    case 'undone':
      return m.series_log_undone({ what: nightsText(entry) })
    case 'finals':
      return m.series_log_finals({ count: entry.players ?? 0, n: plainNumber(entry.players ?? 0) })
  }
}

/** What was done to a season, newest first. The last change of the nights can be undone by those who run it. */
export function SeriesLog({ series, isManager }: { series: ShownSeries; isManager: boolean }) {
  const { _id: seriesId, slug } = series
  const live = useSubscription(seriesLog, { slug })
  const undo = useMethod(seriesUndoNights)
  const entries = useDocuments<SeriesLogDoc, Entry[]>(
    'seriesLog',
    documents =>
      documents.filter(each => each.seriesId === seriesId).sort((a, b) => b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : -1)),
    [seriesId],
  )
  const undoable = entries.find(entry => entry.undoable)
  const { busy, error, start } = useAsyncAction(() => undo({ seriesId, entryId: undoable!._id }))
  return (
    <section className={layout.stack3} aria-labelledby="log">
      <h2 id="log">{m.series_log()}</h2>
      {live.state === 'failed' && <p className={layout.muted}>{`${m.ui_log_failed()} ${errorMessage(live.error)}`}</p>}
      <List ordered className={layout.stack3}>
        {entries.map(entry => (
          <li key={entry._id} className={layout.facts}>
            <p>
              <PlayerLink username={entry.by?.username ?? ''}>{entry.by?.username ?? m.ui_deleted_player()}</PlayerLink> {entryText(entry)}
            </p>
            <TimeAgo at={entry.at} />
            {isManager && entry === undoable && (
              <Button kind="plain" busy={busy} aria-label={m.series_undo_it()} onClick={start}>
                {m.ui_undo()}
              </Button>
            )}
          </li>
        ))}
      </List>
      <FormError message={error} />
    </section>
  )
}
