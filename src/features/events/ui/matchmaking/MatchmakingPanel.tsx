import type { ReactNode } from 'react'
import type { EventFormat } from '#events/formats/registry.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useLocale } from '#platform/ui/format/user-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { formatRoundStart } from '../labels/format-round-start.ts'
import type { PlayedGroup } from '../rounds/games-of-group.ts'
import { EarlierRound } from '../rounds/RoundGroups.tsx'
import roundStyles from '../rounds/Rounds.module.css'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import { openGames, waitingPlayers } from './waiting-players.ts'

interface MatchmakingPanelProps {
  event: ShownEvent & { format: EventFormat }
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
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  return (
    <>
      {!isOver && (
        <section className={layout.stack3} aria-label={m.events_bracket_now()}>
          <div className={layout.between}>
            <h2>{m.events_bracket_now()}</h2>
            {until !== undefined && (
              <p className={layout.quiet}>{m.events_queue_until({ time: formatRoundStart(until, event.timeZone, locale) })}</p>
            )}
          </div>
          {open.length === 0 ? (
            <p className={layout.quiet}>{m.events_queue_no_game()}</p>
          ) : (
            <List className={cx(roundStyles.groups, roundStyles.table)}>
              {open.map(group => renderCard(group, undefined, m.events_game_n({ n: group.number })))}
            </List>
          )}
        </section>
      )}
      {!isOver && entrantIds.length > 0 && (
        <section className={layout.stack2} aria-label={m.events_queue()}>
          <h2>{m.events_queue()}</h2>
          <List ordered className={roundStyles.queue}>
            {entrantIds.map(id => (
              <li key={id} className={cx(layout.anywhere, id === ownEntrantId && layout.strong)}>
                {entrants.get(id)?.displayName ?? m.ui_a_player()}
              </li>
            ))}
          </List>
        </section>
      )}
      {rounds.map(round => (
        <EarlierRound
          key={round._id}
          eventId={event._id}
          format={event.format}
          round={round}
          entrants={entrants}
          renderCard={group => renderCard(group, undefined, m.events_game_n({ n: group.number }))}
          isRequested={round.number === requestedRound}
        />
      ))}
    </>
  )
}
