import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useSubscription } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { ErrorState } from '../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { eventsRounds } from '../../contract/rounds.ts'
import type { EventFormat } from '../../formats/registry.ts'
import { formatLabels } from '../../formats/ui/labels.ts'
import { eventHref } from '../event-url.ts'
import type { Entrant } from '../use-event.ts'
import styles from './Rounds.module.css'
import { namesTogether } from './result-entry.ts'
import type { PlayedGroup, PlayedRound } from './use-rounds.ts'

interface RoundProps {
  format: EventFormat
  round: PlayedRound
  entrants: ReadonlyMap<string, Entrant>
  card: (group: PlayedGroup) => ReactNode
}

/**
 * Returns how many results of a round are confirmed. A round whose groups are not loaded has all results, because the next round was drawn.
 */
export function progress({ groups }: PlayedRound): string {
  const done = groups.filter(({ state }) => state === 'confirmed').length
  return done === groups.length ? m.events_rounds_all_in() : m.events_rounds_progress({ count: groups.length, n: groups.length, done })
}

function Summary({ round }: { round: PlayedRound }) {
  return (
    <summary className={styles.summary}>
      <h2>{m.events_round({ n: round.number })}</h2>
      <span className={styles.quiet}>{progress(round)}</span>
    </summary>
  )
}

/** How many groups of the latest round a page shows at first. */
const FIRST_GROUPS = 60

/**
 * The round that is being played, unfolded. If it has very many groups, only the first are shown until the button is pressed or the page's
 * address asks for all.
 */
export function LatestRound({ eventId, asked, round, ...shown }: RoundProps & { eventId: string; asked: boolean }) {
  const [all, setAll] = useState(asked)
  const count = round.groups.length
  const some = !all && count > FIRST_GROUPS
  return (
    <details className={styles.round} open>
      <Summary round={round} />
      <Groups {...shown} round={some ? { ...round, groups: round.groups.slice(0, FIRST_GROUPS) } : round} />
      {some && <Button onClick={() => setAll(true)}>{m.events_rounds_all_groups({ n: count })}</Button>}
      {some && <WithoutScript eventId={eventId} number={round.number} text={m.events_rounds_all_groups({ n: count })} />}
    </details>
  )
}

/**
 * A round before the latest. Its groups are loaded when it is unfolded.
 * @param asked true if the page's address names the round; it then starts unfolded
 */
export function EarlierRound({ eventId, asked, ...shown }: RoundProps & { eventId: string; asked: boolean }) {
  const { round } = shown
  const [open, setOpen] = useState(asked)
  const live = useSubscription(eventsRounds, open ? { eventId, round: round.number } : null)
  return (
    <details className={styles.round} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
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

function Groups({ format, round, entrants, card }: RoundProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.groups} role="list">
        {round.groups.map(card)}
      </ul>
      <Byes format={format} round={round} entrants={entrants} />
    </>
  )
}

function Byes({ format, round, entrants }: Omit<RoundProps, 'card'>) {
  if (round.byes.length === 0) return null
  const names = namesTogether(round.byes.map(id => entrants.get(id)?.displayName ?? m.events_some_player()))
  return <p className={styles.quiet}>{formatLabels(format).byes?.(format, round.byes.length, names)}</p>
}
