import { type ReactNode, useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { errorMessage, useDocument } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useLocale } from '#platform/ui/format/user-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useEventSubscription } from '../device/device-key.ts'
import { eventHref } from '../event-url.ts'
import { formatRoundStart } from '../labels/format-round-start.ts'
import type { Entrant } from '../use-event.ts'
import { FIRST_PLAYERS, firstGroups } from './first-groups.ts'
import type { PlayedGroup } from './games-of-group.ts'
import styles from './Rounds.module.css'
import { joinNames } from './result-entry.ts'
import type { PlayedRound } from './use-rounds.ts'

interface RoundProps {
  format: EventFormat
  round: PlayedRound
  entrants: ReadonlyMap<string, Entrant>
  /** @param shownPlayers how many players the card shows at first; left out: all */
  renderCard: (group: PlayedGroup, shownPlayers?: number) => ReactNode
}

/** True if all results of a round are confirmed. */
const isComplete = ({ groups }: PlayedRound): boolean => groups.every(({ state }) => state === 'confirmed')

/** Returns how many results of a round are confirmed. */
export function roundProgressLabel(round: PlayedRound): string {
  const { groups, number, open } = round
  // The groups of an earlier round are loaded when it is unfolded.
  if (open !== undefined && groups.length === 0) return m.events_rounds_missing({ n: open, round: number })
  const done = groups.filter(({ state }) => state === 'confirmed').length
  return isComplete(round) ? m.events_rounds_all_in() : m.events_rounds_progress({ count: groups.length, n: groups.length, done })
}

/** When a round begins, in the event's time zone. */
function RoundStart({ round: { eventId, startsAt } }: { round: PlayedRound }) {
  const event = useDocument<EventDoc>('events', eventId)
  const locale = useLocale()
  if (event === undefined || startsAt === undefined) return null
  return <span>{m.events_round_starts({ time: formatRoundStart(startsAt, event.timeZone, locale) })}</span>
}

function Summary({ round }: { round: PlayedRound }) {
  return (
    <summary className={cx(layout.row, styles.summary)}>
      <h2>{m.events_round({ n: round.number })}</h2>
      {round.startsAt !== undefined && !isComplete(round) && <RoundStart round={round} />}
      <span className={round.open === undefined ? cx(layout.quiet, styles.quiet) : styles.missing}>{roundProgressLabel(round)}</span>
    </summary>
  )
}

/**
 * The round that is being played, unfolded. If it has very many players, only the first groups are shown until the button is pressed or the page's
 * address asks for all.
 */
export function LatestRound({ eventId, isRequested, round, ...shown }: RoundProps & { eventId: string; isRequested: boolean }) {
  const [showsAll, setShowsAll] = useState(isRequested)
  const count = round.groups.length
  const groups = showsAll ? round.groups : firstGroups(round.groups)
  const isShortened = groups.length < count
  return (
    <details className={cx(layout.stack3, styles.round)} open>
      <Summary round={round} />
      <Groups {...shown} round={{ ...round, groups }} shownPlayers={showsAll ? undefined : FIRST_PLAYERS} />
      {isShortened && <Button onClick={() => setShowsAll(true)}>{m.events_rounds_all_groups({ n: count })}</Button>}
      {isShortened && <WithoutScript eventId={eventId} number={round.number} text={m.events_rounds_all_groups({ n: count })} />}
    </details>
  )
}

/**
 * A round before the latest. Its groups are loaded when it is unfolded.
 * @param isRequested true if the page's address names the round; it then starts unfolded
 */
export function EarlierRound({ eventId, isRequested, ...shown }: RoundProps & { eventId: string; isRequested: boolean }) {
  const { round } = shown
  const [open, setOpen] = useState(isRequested)
  const live = useEventSubscription(eventsRounds, open ? { eventId, round: round.number } : null)
  return (
    <details className={cx(layout.stack3, styles.round)} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <Summary round={round} />
      {open && live.state === 'failed' && <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>}
      {open && live.state === 'pending' && round.groups.length === 0 && <Skeleton kind="board-row" count={4} />}
      {open && round.groups.length > 0 && <Groups {...shown} />}
      {!open && <WithoutScript eventId={eventId} number={round.number} text={m.events_round_show({ n: round.number })} />}
    </details>
  )
}

/** Link to a page that shows the whole round, for browsers without scripts. */
function WithoutScript({ eventId, number, text }: { eventId: string; number: number; text: string }) {
  return (
    <noscript>
      <Link href={eventHref(eventId, { show: 'rounds', round: String(number) })}>{text}</Link>
    </noscript>
  )
}

function Groups({ format, round, entrants, renderCard, shownPlayers }: RoundProps & { shownPlayers?: number | undefined }) {
  return (
    <>
      <List className={cx(styles.groups, styles.table)}>
        {/* A sighted user's headings of the columns; every row names its parts itself. */}
        <li className={styles.columns} aria-hidden="true">
          <span>{m.events_rounds_group()}</span>
          <span>{m.ui_machine()}</span>
          <span>{m.events_rounds_result()}</span>
        </li>
        {round.groups.map(group => renderCard(group, shownPlayers))}
      </List>
      <Byes format={format} round={round} entrants={entrants} />
      <p className={cx(layout.quiet, layout.anywhere, styles.seed)}>{m.events_round_seed({ seed: round.seed })}</p>
    </>
  )
}

function Byes({ format, round, entrants }: Omit<RoundProps, 'renderCard'>) {
  const event = useDocument<EventDoc>('events', round.eventId)
  if (round.byes.length === 0) return null
  const names = joinNames(round.byes.map(id => entrants.get(id)?.displayName ?? m.ui_a_player()))
  return (
    <p className={cx(layout.quiet, styles.quiet)}>{formatLabels(format).byes?.(format, round.byes.length, names, event?.byes ?? 'full')}</p>
  )
}
