import { eventsEntrants } from '#events/contract/entrants.ts'
import { drawsEachRound, isMatchmade, roundRules } from '#events/formats/registry.ts'
import { EventWhen } from '#events/ui/EventWhen.tsx'
import { MAX_ROWS } from '#events/ui/event-url.ts'
import { machineName } from '#events/ui/labels/machine-name.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import { formatFigure } from '#events/ui/labels/standing-labels.ts'
import { openGames } from '#events/ui/matchmaking/waiting-players.ts'
import { currentGames, gameTitle, groupNumber, type PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import { HeldStandings } from '#events/ui/standings/HeldStandings.tsx'
import { useEventStandings } from '#events/ui/standings/use-event-standings.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants, useEvent, useStandings } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { PageTabs } from '#platform/ui/navigation/PageTabs.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './event-print.module.css'

const SHEETS = ['pairings', 'sheets', 'standings'] as const
type Sheet = (typeof SHEETS)[number]

const LABELS: Record<Sheet, () => string> = {
  pairings: m.events_print_pairings,
  sheets: m.events_print_sheets,
  standings: m.events_standings,
}

/** What a director prints on paper: who plays whom on which machine, a sheet for each group to write scores on, and the standings. */
export function EventPrintPage({ params, query }: RouteMatch) {
  const eventId = params.eventId!
  const { live, event } = useEvent(eventId)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  const hasRounds = event !== undefined && roundRules(event.format) !== null
  const choices = SHEETS.filter(each => hasRounds || each === 'standings')
  const sheet = choices.find(each => each === query.what) ?? choices[0]!
  return (
    <AppShell current="events" width="board" pageTitle={event === undefined ? m.events_print() : `${m.events_print()} · ${event.name}`}>
      {event === undefined && live.state === 'pending' && <Skeleton kind="form" count={3} page />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_event_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {event !== undefined && (
        <div className={layout.stack4}>
          <div className={cx(layout.between, styles.choice)}>
            <PageTabs
              label={m.events_print()}
              tabs={choices.map(each => ({ text: LABELS[each](), href: `/events/${eventId}/print?what=${each}`, current: each === sheet }))}
            />
            <Button kind="primary" className={styles.print} onClick={() => window.print()}>
              {m.events_print()}
            </Button>
          </div>
          <header>
            <h1>{event.name}</h1>
            <p className={cx(layout.facts, layout.muted, styles.when)}>
              {event.venue !== '' && <span>{event.venue}</span>}
              {/* At the end of the line, since the reader's language may need more room than is kept. */}
              <EventWhen event={event} />
            </p>
          </header>
          {sheet === 'standings' ? <PrintedStandings event={event} /> : <PrintedRound event={event} withLines={sheet === 'sheets'} />}
        </div>
      )}
    </AppShell>
  )
}

/** @param withLines true: a sheet for each group, with lines to write on; false: one table of all groups */
function PrintedRound({ event, withLines }: { event: ShownEvent; withLines: boolean }) {
  const { rounds } = useRounds(event._id)
  const { machines } = useEvent(event._id)
  useSubscription(eventsEntrants, { eventId: event._id })
  const names = new Map(useEntrants(event._id).map(({ _id, displayName }) => [_id, displayName]))
  const [latest] = rounds
  if (latest === undefined) return <EmptyState title={m.events_no_round()} />
  const nameOf = (id: string): string => names.get(id) ?? m.ui_a_player()
  const machineOf = ({ machineId }: PlayedGroup): string => machineName(event, machines, machineId)
  const { kind } = event.format
  // Where the director draws once, games of several rounds are played at once.
  const groups = drawsEachRound(kind) ? latest.groups : currentGames(openGames(rounds))
  const title = drawsEachRound(kind) ? m.events_round({ n: latest.number }) : m.events_now_playing()
  const titleOf = (group: PlayedGroup): string =>
    isMatchmade(kind) ? m.events_game_n({ n: group.number }) : `${m.events_round({ n: group.round })} · ${gameTitle(group)}`
  if (groups.length === 0) return <EmptyState title={m.events_queue_no_game()} />
  const byes = latest.byes.length > 0 && (
    <p>
      <strong>{m.ui_byes()}</strong> {latest.byes.map(nameOf).join(', ')}
    </p>
  )
  if (withLines)
    return (
      <section className={styles.sheets} aria-label={m.events_print_sheets()}>
        {groups.map(group => (
          <table key={group._id} className={styles.sheet}>
            <caption>
              {titleOf(group)} · {machineOf(group)}
            </caption>
            <thead>
              <tr>
                <th scope="col">{m.ui_player()}</th>
                <th scope="col">{m.ui_score()}</th>
                <th scope="col">{m.events_print_place()}</th>
              </tr>
            </thead>
            <tbody>
              {group.entrantIds.map(id => (
                <tr key={id}>
                  <th scope="row">{nameOf(id)}</th>
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        ))}
        {byes}
      </section>
    )
  return (
    <section className={layout.stack3} aria-label={m.events_print_pairings()}>
      <h2>{title}</h2>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">{m.events_rounds_group()}</th>
            <th scope="col">{m.ui_machine()}</th>
            <th scope="col">{m.ui_players()}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(group => (
            <tr key={group._id}>
              <td>{drawsEachRound(kind) ? groupNumber(group) : titleOf(group)}</td>
              <td>{machineOf(group)}</td>
              <td>{group.entrantIds.map(nameOf).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {byes}
    </section>
  )
}

function PrintedStandings({ event }: { event: ShownEvent }) {
  const { _id: eventId, format } = event
  const { live, isHidden } = useEventStandings(event, MAX_ROWS)
  const rows = useStandings(eventId, MAX_ROWS)
  if (isHidden) return <HeldStandings />
  if (live.state === 'pending' && rows.length === 0) return <Skeleton kind="board-row" count={6} />
  if (rows.length === 0) return <EmptyState title={m.ui_no_results()} />
  return (
    <section aria-label={m.events_standings()}>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">{m.ui_rank()}</th>
            <th scope="col">{m.ui_player()}</th>
            <th scope="col">{m.ui_result()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const { value, unit } = formatFigure(format, row)
            return (
              <tr key={row._id}>
                <td>{decimal(row.rank)}</td>
                <th scope="row">{row.displayName}</th>
                <td>{`${value} ${unit}`}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
