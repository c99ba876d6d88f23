import { type ReactNode, useState } from 'react'
import { eventsRounds } from '#events/contract/rounds.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useLocale } from '#platform/ui/format/user-format.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useEventSubscription } from '../device/device-key.ts'
import { formatRoundStart } from '../labels/format-round-start.ts'
import type { PlayedGroup } from '../rounds/games-of-group.ts'
import roundStyles from '../rounds/Rounds.module.css'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import { endedGames, openGames, waitingPlayers } from './waiting-players.ts'

interface MatchmakingPanelProps {
  event: ShownEvent
  /** latest first */
  rounds: readonly PlayedRound[]
  requestedRound: number | null
  entrants: ReadonlyMap<string, Entrant>
  ownEntrantId: string | undefined
  renderCard: (group: PlayedGroup, shownPlayers?: number, title?: string) => ReactNode
}

/** What is being played in an event whose games begin one by one, who waits for a game, and what was played. */
export function MatchmakingPanel({ event, rounds, requestedRound, entrants, ownEntrantId, renderCard }: MatchmakingPanelProps) {
  const locale = useLocale()
  const open = openGames(rounds)
  const { entrantIds, until } = waitingPlayers(rounds)
  const renderGame = (group: PlayedGroup): ReactNode => renderCard(group, undefined, m.events_game_n({ n: group.number }))
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  return (
    <>
      {!isOver && (
        <section className={layout.stack3} aria-label={m.events_now_playing()}>
          <div className={layout.between}>
            <h2>{m.events_now_playing()}</h2>
            {until !== undefined && (
              <p className={layout.quiet}>{m.events_queue_until({ time: formatRoundStart(until, event.timeZone, locale) })}</p>
            )}
          </div>
          {open.length === 0 ? (
            <p className={layout.quiet}>{m.events_queue_no_game()}</p>
          ) : (
            <List className={cx(roundStyles.groups, roundStyles.table)}>{open.map(renderGame)}</List>
          )}
        </section>
      )}
      {!isOver && entrantIds.length > 0 && (
        <section className={layout.stack2} aria-label={m.events_queue()}>
          <h2>{m.events_queue()}</h2>
          <List ordered className={roundStyles.queue}>
            {entrantIds.map((id, i) => (
              <li key={id} className={cx(layout.anywhere, id === ownEntrantId && layout.strong)}>
                {i + 1}. {entrants.get(id)?.displayName ?? m.ui_a_player()}
              </li>
            ))}
          </List>
        </section>
      )}
      <EndedGames eventId={event._id} rounds={rounds} isRequested={requestedRound !== null} renderGame={renderGame} />
    </>
  )
}

interface EndedGamesProps {
  eventId: string
  /** latest first */
  rounds: readonly PlayedRound[]
  /** true: the page's address asks for them */
  isRequested: boolean
  renderGame: (group: PlayedGroup) => ReactNode
}

/** The games with a result that counts, the latest first. They are loaded when they are unfolded. */
function EndedGames({ eventId, rounds, isRequested, renderGame }: EndedGamesProps) {
  const [isShown, setIsShown] = useState(isRequested)
  const live = useEventSubscription(eventsRounds, isShown ? { eventId } : null)
  const games = endedGames(rounds)
  return (
    <details className={cx(layout.stack3, roundStyles.round)} open={isShown} onToggle={event => setIsShown(event.currentTarget.open)}>
      <summary className={cx(layout.row, roundStyles.summary)}>
        <h2>{m.events_queue_played()}</h2>
      </summary>
      {isShown && live.state === 'failed' && <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>}
      {isShown && live.state === 'pending' && <Skeleton kind="board-row" count={4} />}
      {isShown && live.state === 'ready' && games.length === 0 && <p className={layout.quiet}>{m.events_why_no_game()}</p>}
      {isShown && live.state === 'ready' && games.length > 0 && (
        <List className={cx(roundStyles.groups, roundStyles.table)}>{games.map(renderGame)}</List>
      )}
    </details>
  )
}
