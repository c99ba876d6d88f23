import { useRef } from 'react'
import { eventsEntrants } from '#events/contract/entrants.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { commas } from '../labels/list-labels.ts'
import { machineName } from '../labels/machine-name.ts'
import { currentGames } from '../rounds/games-of-group.ts'
import { type PlayedRound, useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useEntrants } from '../use-event.ts'
import { PageMarks } from './PageMarks.tsx'
import { dividePages } from './pages.ts'
import styles from './screen.module.css'
import { useFittingCount, useRotatingPage } from './use-pages.ts'

/** Groups that fit above each other on a television, until they are measured. */
const INITIAL_FITTING = 4
/** A group of more players, as in a race, takes several cards. */
const MAX_PLAYERS_ON_CARD = 12

/** The groups of the latest round with the machines of their current games, in pages that turn if there are many. */
export function ScreenRound({ event, machines }: { event: ShownEvent; machines: readonly Machine[] }) {
  const { rounds } = useRounds(event._id)
  useSubscription(eventsEntrants, { eventId: event._id })
  const names = new Map(useEntrants(event._id).map(({ _id, displayName }) => [_id, displayName]))
  const round = rounds[0]
  if (round === undefined) return <p className={styles.nothing}>{m.events_no_round()}</p>
  return <Groups event={event} round={round} machines={machines} getName={id => names.get(id) ?? m.ui_a_player()} />
}

interface GroupsProps {
  event: ShownEvent
  round: PlayedRound
  machines: readonly Machine[]
  getName: (entrantId: string) => string
}

function Groups({ event, round: { number, groups, byes }, machines, getName }: GroupsProps) {
  const box = useRef<HTMLDivElement>(null)
  const cards = currentGames(groups).flatMap(game => {
    const players = game.state === 'confirmed' ? game.result! : game.entrantIds
    return dividePages(players, MAX_PLAYERS_ON_CARD).map((shown, part) => ({ ...game, key: `${game._id} ${part}`, shown }))
  })
  const pages = dividePages(cards, useFittingCount(box, INITIAL_FITTING))
  const shown = useRotatingPage(pages.length)
  return (
    <div className={styles.side}>
      <h2 className={styles.heading}>{m.events_round({ n: number })}</h2>
      <section ref={box} className={styles.box} aria-label={m.events_screen_groups({ n: number })}>
        <List className={cx(layout.stack, styles.cards)}>
          {pages[shown]!.map(({ key, game, gameCount, machineId, shown: players, state }) => (
            <li key={key} className={cx(styles.card, state === 'confirmed' && styles.done)} data-measure="">
              <strong className={cx(layout.oneLine, styles.machine)}>{machineName(event, machines, machineId)}</strong>
              {gameCount > 1 && <span className={layout.muted}>{m.events_screen_game({ game, games: gameCount })}</span>}
              <ol className={styles.players}>
                {players.map(id => (
                  <li key={id} className={layout.oneLine}>
                    {getName(id)}
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </List>
      </section>
      {byes.length > 0 && (
        <p className={styles.byes}>
          <strong>{m.ui_byes()}</strong> {commas(byes.map(getName))}
        </p>
      )}
      <PageMarks shown={shown} count={pages.length} />
    </div>
  )
}
