import { useRef } from 'react'
import { eventsStandings } from '#events/contract/publications.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FlipAnimation } from '#platform/ui/FlipAnimation.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { INITIAL_ROWS, standingsInput } from '../event-url.ts'
import { shortTieLabel } from '../labels/short-tie-label.ts'
import { formatFigure, type LabelledStanding } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import { useStandings } from '../use-event.ts'
import { PageMarks } from './PageMarks.tsx'
import { dividePages, isBetterCompact } from './pages.ts'
import { ScreenPodium } from './ScreenPodium.tsx'
import styles from './screen.module.css'
import { type Setting, useFittingCount, useIsPortrait, useRotatingPage } from './use-pages.ts'

/** Rows that fit above each other on a television, until they are measured. */
const INITIAL_FITTING: Readonly<Record<Setting, number>> = { normal: 8, compact: 9 }

/**
 * The standings in large type for the big screen, in two columns if they are longer than the screen (in one on an upright screen), and then in
 * pages that turn. Rows of two columns stand closer together where that saves a page. The pages of a finished event begin with its podium.
 */
export function ScreenStandings({ event }: { event: ShownEvent }) {
  const { _id: eventId, state, standingsHeld } = event
  const live = useSubscription(eventsStandings, standingsInput(eventId))
  const rows = useStandings(eventId, INITIAL_ROWS)
  const played = rows.filter(row => row.machines.length > 0 || (row.games ?? []).length > 0)
  // Everybody sees the wall, whoever has signed in at it.
  if (standingsHeld) return <p className={styles.nothing}>{m.events_standings_held()}</p>
  if (played.length === 0)
    return (
      <p className={styles.nothing}>
        {live.state !== 'ready'
          ? ''
          : state === 'live'
            ? m.ui_no_scores()
            : state === 'upcoming'
              ? m.events_standings_soon()
              : m.ui_no_results()}
      </p>
    )
  // The pages begin anew when the event ends, so that its podium comes first.
  return <PlayedStandings key={state} event={event} rows={played} />
}

function PlayedStandings({ event, rows }: { event: ShownEvent; rows: readonly LabelledStanding[] }) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const fitting = useFittingCount(box, INITIAL_FITTING.normal)
  const compactFitting = useFittingCount(box, INITIAL_FITTING.compact, 'compact')
  const columns = useIsPortrait() || rows.length <= fitting ? 1 : 2
  const isCompact = columns === 2 && isBetterCompact(rows.length, columns * fitting, columns * compactFitting)
  const pages = dividePages(rows, columns * (isCompact ? compactFitting : fitting))
  const podiumPages = event.state === 'finished' ? 1 : 0
  const shown = useRotatingPage(podiumPages + pages.length)
  const page = pages[shown - podiumPages]
  return (
    <section className={styles.standings} aria-label={m.events_standings()}>
      <FlipAnimation list={list} rows={page ?? []} />
      <div ref={box} className={styles.box}>
        <UnseenRow setting="normal" />
        <UnseenRow setting="compact" />
        {page === undefined ? (
          <ScreenPodium event={event} rows={rows} />
        ) : (
          <div ref={list} className={cx(styles.lists, columns === 2 && styles.columns, isCompact && styles.compact)}>
            {dividePages(page, Math.ceil(page.length / columns)).map(column => (
              <List ordered key={column[0]!._id} className={styles.rows}>
                {column.map(row => (
                  <ScreenRow key={row._id} event={event} row={row} />
                ))}
              </List>
            ))}
          </div>
        )}
      </div>
      <PageMarks shown={shown} count={podiumPages + pages.length} />
    </section>
  )
}

/** A row as high as all are, by which it is measured how many fit. */
function UnseenRow({ setting }: { setting: Setting }) {
  return (
    <div className={cx(styles.unseen, setting === 'compact' && styles.compact)} aria-hidden="true">
      <div className={styles.rows}>
        <div className={styles.row} data-measure={setting} />
      </div>
    </div>
  )
}

function ScreenRow({ event: { format }, row }: { event: ShownEvent; row: LabelledStanding }) {
  const { value, unit } = formatFigure(format, row)
  const tie = shortTieLabel(format, row)
  return (
    <li className={cx(styles.row, row.outIn !== undefined && styles.out)} data-row={row._id} data-mark={value}>
      <span className={styles.rank}>
        <RankBadge rank={row.rank} size="text" />
      </span>
      <span className={styles.who}>
        <span className={cx(layout.oneLine, styles.name)}>{row.displayName}</span>
        {tie !== null && <span className={cx(layout.oneLine, styles.tie)}>{tie}</span>}
      </span>
      <span className={styles.figure}>
        {value} <span className={styles.unit}>{unit}</span>
      </span>
      <span className={styles.glow} data-glow="" />
    </li>
  )
}
