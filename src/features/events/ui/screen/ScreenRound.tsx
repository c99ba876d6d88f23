import { useRef } from 'react'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { commas } from '../labels/list-labels.ts'
import { currentGames, type PlayedGroup } from '../rounds/games-of-group.ts'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import { PageMarks } from './PageMarks.tsx'
import { dividePages, isBetterCompact } from './pages.ts'
import { CardPlayers, UnseenCard } from './RoundCards.tsx'
import styles from './screen.module.css'
import { type Setting, useFittingCount, useRotatingPage } from './use-pages.ts'
import type { RoundNames } from './use-round-names.ts'

/** Groups that fit above each other on a television, until they are measured. */
const INITIAL_FITTING: Readonly<Record<Setting, number>> = { normal: 4, compact: 5 }
/** A group of more players, as in a race, takes several cards. */
const MAX_PLAYERS_ON_CARD = 12

/** The players of a group, or some of them, and the game that the group plays. */
interface GroupCard extends PlayedGroup {
  key: string
  shown: readonly string[]
}

interface ScreenRoundProps {
  round: PlayedRound | undefined
  names: RoundNames
  /** left out: the number of the round */
  title?: string | undefined
  /** what stands before those who are in no group; left out: they have a bye */
  byesTitle?: string | undefined
}

/**
 * The groups of the latest round with the machines of their current games, in pages that turn if there are many. They stand closer together
 * where that saves a page.
 */
export function ScreenRound({ round, names, ...titles }: ScreenRoundProps) {
  return round === undefined ? <p className={styles.nothing}>{m.events_no_round()}</p> : <Groups round={round} names={names} {...titles} />
}

function Groups({
  round: { number, groups, byes },
  names,
  title = m.events_round({ n: number }),
  byesTitle = m.ui_byes(),
}: ScreenRoundProps & { round: PlayedRound }) {
  const box = useRef<HTMLDivElement>(null)
  const cards = currentGames(groups).flatMap((game): GroupCard[] => {
    const players = game.state === 'confirmed' ? game.result! : game.entrantIds
    return dividePages(players, MAX_PLAYERS_ON_CARD).map((shown, part) => ({ ...game, key: `${game._id} ${part}`, shown }))
  })
  const highest = { players: Math.max(0, ...cards.map(each => each.shown.length)), hasGame: cards.some(({ gameCount }) => gameCount > 1) }
  const fitting = useFittingCount(box, INITIAL_FITTING.normal)
  const compactFitting = useFittingCount(box, INITIAL_FITTING.compact, 'compact')
  const isCompact = isBetterCompact(cards.length, fitting, compactFitting)
  const pages = dividePages(cards, isCompact ? compactFitting : fitting)
  const shown = useRotatingPage(pages.length)
  return (
    <div className={styles.side}>
      {/* The marks stand beside the heading, so that how much fits does not depend on whether there are any. */}
      <div className={layout.between}>
        <h2 className={styles.heading}>{title}</h2>
        <PageMarks shown={shown} count={pages.length} />
      </div>
      <section ref={box} className={styles.box} aria-label={m.events_screen_groups({ n: number })}>
        <UnseenCard {...highest} />
        <UnseenCard {...highest} setting="compact" />
        <List className={cx(layout.stack, styles.cards, isCompact && styles.compact)}>
          {(pages[shown] ?? []).map(({ key, game, gameCount, machineId, shown: players, state }) => (
            <li key={key} className={cx(styles.card, state === 'confirmed' && styles.done)}>
              <strong className={cx(layout.oneLine, styles.machine)}>{names.machine(machineId)}</strong>
              {gameCount > 1 && <span className={layout.muted}>{m.events_screen_game({ game, games: gameCount })}</span>}
              <CardPlayers players={players} names={names} />
            </li>
          ))}
        </List>
      </section>
      {byes.length > 0 && (
        <p className={styles.byes}>
          <strong>{byesTitle}</strong> {commas(byes.map(names.player))}
        </p>
      )}
    </div>
  )
}
