import { useRef, useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { isMatchmade, scoreRules } from '#events/formats/registry.ts'
import type { EventState } from '#events/rules/event-state.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FlipAnimation } from '#platform/ui/FlipAnimation.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionArea } from '../director/action-area.tsx'
import { INITIAL_ROWS, MAX_ROWS } from '../event-url.ts'
import { columnUnit } from '../labels/standing-labels.ts'
import { hasPlayed, playoffRows, tiedRows } from '../labels/tied-rows.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useAvatars, useEvent, useOwnEntry, useStandings } from '../use-event.ts'
import { HeldNotice, HeldStandings } from './HeldStandings.tsx'
import { PlayoffDialog } from './PlayoffDialog.tsx'
import { lastRound } from './round-matrix.ts'
import { StandingRow } from './StandingRow.tsx'
import styles from './standings.module.css'
import { TieNotices } from './TieNotices.tsx'
import { useEventStandings } from './use-event-standings.ts'

const StandingsMatrix = lazyComponent(async () => (await import('./StandingsMatrix.tsx')).StandingsMatrix)
const RoundLines = lazyComponent(async () => (await import('./RoundLines.tsx')).RoundLines)

/** How the standings are shown: as a list, as a table with a column for each round, or as lines through the rounds. */
type StandingsDisplay = 'list' | 'rounds' | 'lines'

/** The live standings of an event; each row unfolds to an explanation. */
export function Standings({ event, machines }: { event: ShownEvent; machines: readonly Machine[] }) {
  const { _id: eventId, players, format, state, standingsHeld = false } = event
  const userId = useUserId()
  const { isDirector } = useEvent(eventId)
  const [all, setAll] = useState(false)
  /** the entrant whose tie the director is deciding */
  const [decidingId, setDecidingId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** what is done about them is announced after they are shown, too */
  const [wereHeld, setWereHeld] = useState(false)
  const [display, setDisplay] = useState<StandingsDisplay>('list')
  const { live, isHidden } = useEventStandings(event, INITIAL_ROWS)
  const { entrantId } = useOwnEntry(eventId)
  const firstRows = useStandings(eventId, INITIAL_ROWS)
  const ownIsBeyond = typeof entrantId === 'string' && live.state === 'ready' && !firstRows.some(each => each.entrantId === entrantId)
  const needsMore = all || ((ownIsBeyond || decidingId !== null) && players > INITIAL_ROWS)
  const { live: more } = useEventStandings(event, needsMore ? MAX_ROWS : null)
  const allRows = useStandings(eventId, MAX_ROWS)
  const shown = all && more.state === 'ready' ? allRows : firstRows
  const own = shown.some(each => each.userId === userId) ? undefined : allRows.find(each => userId !== null && each.userId === userId)
  const rows = own === undefined ? shown : [...shown, own]
  const avatars = useAvatars(eventId)
  const decidesTies = isDirector && (state === 'live' || state === 'finished')
  const deciding = allRows.find(each => each.entrantId === decidingId)
  if (standingsHeld && !wereHeld) setWereHeld(true)
  const list = useRef<HTMLElement>(null)
  const section = useRef<HTMLElement>(null)
  // Where games begin one by one, players' games have no rounds in common.
  const rounds = isMatchmade(format.kind) ? 0 : lastRound(rows)
  const hasRows = rows.some(hasPlayed)
  if (live.state === 'failed') return <ErrorState title={m.events_standings_failed()}>{errorMessage(live.error)}</ErrorState>
  if (isHidden) return <HeldStandings />
  if (live.state === 'pending' && rows.length === 0) return <Skeleton kind="board-row" count={Math.min(Math.max(players, 1), 8)} />
  if (!hasRows && !(isDirector && wereHeld)) return <NoStandings state={state} inRounds={scoreRules(format) === null} />
  return (
    <section ref={section} className={layout.stack4} tabIndex={-1} aria-label={m.events_standings()}>
      {isDirector && wereHeld && <ActionArea label={m.events_desk()}>{standingsHeld && <HeldNotice eventId={eventId} />}</ActionArea>}
      {isDirector && state === 'finished' && (
        <TieNotices
          eventId={eventId}
          rows={shown}
          onDecide={setDecidingId}
          onDecided={message => {
            setAnnouncement(message)
            // The button that was pressed goes with its notice.
            section.current?.focus({ preventScroll: true })
          }}
        />
      )}
      {!hasRows && <NoStandings state={state} inRounds={scoreRules(format) === null} />}
      {rounds > 0 && (
        <SegmentedControl<StandingsDisplay>
          label={m.events_views()}
          value={display}
          choices={[
            { value: 'list', label: m.events_view_list() },
            { value: 'rounds', label: m.ui_rounds() },
            ...(rounds > 1 ? [{ value: 'lines' as const, label: m.events_view_lines() }] : []),
          ]}
          onChange={setDisplay}
        />
      )}
      {display === 'rounds' && <StandingsMatrix event={event} rows={rows} machines={machines} userId={userId} />}
      {display === 'lines' && <RoundLines event={event} rows={rows} userId={userId} />}
      {display === 'list' && hasRows && (
        <p className={styles.head} aria-hidden="true">
          {columnUnit(format)}
        </p>
      )}
      <FlipAnimation list={list} rows={rows} />
      <List ordered ref={list} className={cx(styles.rows, display !== 'list' && styles.replaced)}>
        {rows.map(row => (
          <StandingRow
            key={row._id}
            row={row}
            rows={allRows}
            event={event}
            machines={machines}
            avatar={avatars.get(row.entrantId)}
            own={userId !== null && row.userId === userId}
            onDecide={decidesTies ? setDecidingId : undefined}
          />
        ))}
      </List>
      {!all && players > INITIAL_ROWS && <Button onClick={() => setAll(true)}>{m.events_standings_all({ n: players })}</Button>}
      {decidesTies && (
        <span role="status">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </span>
      )}
      {deciding !== undefined && (!needsMore || more.state === 'ready') && (
        <PlayoffDialog
          key={deciding.entrantId}
          eventId={eventId}
          tied={deciding.playoff ? playoffRows(deciding, allRows, event.tieBreaks !== undefined) : tiedRows(deciding, allRows)}
          onDecided={() => {
            setDecidingId(null)
            setAnnouncement(m.events_playoff_saved())
          }}
          onClose={() => setDecidingId(null)}
        />
      )}
    </section>
  )
}

function NoStandings({ state, inRounds }: { state: EventState; inRounds: boolean }) {
  if (state === 'finished' || state === 'cancelled') return <EmptyState title={m.ui_no_results()} />
  if (state === 'upcoming') return <EmptyState title={m.events_standings_soon()}>{m.events_standings_soon_words()}</EmptyState>
  return inRounds ? (
    <EmptyState title={m.events_standings_no_results()}>{m.events_standings_no_results_words()}</EmptyState>
  ) : (
    <EmptyState title={m.ui_no_scores()} />
  )
}
