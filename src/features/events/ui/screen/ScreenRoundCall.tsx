import { useEffect, useRef } from 'react'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { commas } from '../labels/list-labels.ts'
import type { PlayedGroup } from '../rounds/games-of-group.ts'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import { PageMarks } from './PageMarks.tsx'
import { dividePages } from './pages.ts'
import { CardPlayers, UnseenCard } from './RoundCards.tsx'
import styles from './screen.module.css'
import { PAGE_MS, useFittingCount, useIsPortrait, useRotatingPage } from './use-pages.ts'
import type { RoundNames } from './use-round-names.ts'

/** Rows of cards that fit on a television, until they are measured. */
const INITIAL_FITTING = 2
/** Few groups stand in two columns. */
const FEW_GROUPS = 4
/** A group of more players, as in a race, takes several cards. */
const MAX_PLAYERS_ON_CARD = 5
/** A call is shown for as many pages at least, so that players who were looking elsewhere see it. */
const MIN_PAGES_SHOWN = 2

interface CallCard {
  key: string
  machines: string[]
  players: readonly string[]
}

/** Returns the cards of a round. A group has one, with the machines of all its games. @param games those of one group follow each other */
function callCards(games: readonly PlayedGroup[]): CallCard[] {
  const groups = new Map<string, CallCard>()
  for (const { groupId, machineId, entrantIds } of games) {
    const card = groups.get(groupId) ?? { key: groupId, machines: [], players: entrantIds }
    groups.set(groupId, { ...card, machines: [...card.machines, machineId] })
  }
  return [...groups.values()].flatMap(card =>
    dividePages(card.players, MAX_PLAYERS_ON_CARD).map((players, part) => ({ ...card, key: `${card.key} ${part}`, players })),
  )
}

/** Calls out a round that has just been drawn: each group with its machine, in the largest type, in pages that turn if there are many. */
export function ScreenRoundCall({ round, names, onEnd }: { round: PlayedRound; names: RoundNames; onEnd: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const { number, byes } = round
  const cards = callCards(round.groups)
  const isFew = cards.length <= FEW_GROUPS
  const columns = useIsPortrait() ? 1 : isFew ? 2 : 3
  const pages = dividePages(cards, columns * useFittingCount(box, INITIAL_FITTING))
  const shown = useRotatingPage(pages.length)
  const pageCount = pages.length
  useEffect(() => {
    const timer = setTimeout(onEnd, Math.max(MIN_PAGES_SHOWN, pageCount) * PAGE_MS)
    return () => clearTimeout(timer)
  }, [onEnd, pageCount])
  const players = Math.max(0, ...cards.map(each => each.players.length))
  return (
    <section className={cx(styles.call, isFew && styles.few)} aria-label={m.events_screen_groups({ n: number })}>
      <div className={cx(layout.line, styles.head)}>
        <h2 className={styles.heading}>{m.events_round({ n: number })}</h2>
        {byes.length > 0 && (
          <p className={cx(layout.oneLine, styles.byes)}>
            <strong>{m.ui_byes()}</strong> {commas(byes.map(names.player))}
          </p>
        )}
        <div className={styles.marks}>
          <PageMarks shown={shown} count={pageCount} />
        </div>
      </div>
      <div ref={box} className={styles.box}>
        <UnseenCard players={players} />
        <List className={cx(layout.stack, styles.cards)}>
          {pages[shown]!.map(({ key, machines, players }) => (
            <li key={key} className={styles.card}>
              <strong className={cx(layout.oneLine, styles.machine)}>{commas([...new Set(machines)].map(names.machine))}</strong>
              <CardPlayers players={players} names={names} />
            </li>
          ))}
        </List>
      </div>
    </section>
  )
}
