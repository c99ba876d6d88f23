import { formatRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { BracketSeats } from '../bracket/BracketSeats.tsx'
import { type DrawnColumn, drawBracket } from '../bracket/bracket-columns.ts'
import styles from '../bracket/bracket-drawing.module.css'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { PageMarks } from './PageMarks.tsx'
import { dividePages } from './pages.ts'
import screen from './screen.module.css'
import { useRotatingPage } from './use-pages.ts'
import type { RoundNames } from './use-round-names.ts'

/** Rounds that stand beside each other on a television. */
const COLUMNS = 4
/** Seats that stand above each other; the games of a longer round take several pages. */
const SEATS = 14

/** The bracket in pages that turn: a few rounds on each, the first ones first. */
export function ScreenBracket({ event, rounds, names }: { event: ShownEvent; rounds: readonly PlayedRound[]; names: RoundNames }) {
  const { bracket } = formatRules(event.format)
  const title = formatLabels(event.format).name()
  const parts = bracket === undefined ? [] : drawBracket(bracket, rounds)
  const pages = parts.flatMap(({ columns }) => dividePages(columns.flatMap(divideColumn), COLUMNS))
  const shown = useRotatingPage(pages.length)
  if (pages.length === 0) return <p className={screen.nothing}>{m.events_no_round()}</p>
  return (
    <section className={cx(screen.side, styles.wall)} aria-label={title}>
      <div className={layout.between}>
        <h2 className={screen.heading}>{title}</h2>
        <PageMarks shown={shown} count={pages.length} />
      </div>
      <div className={styles.columns}>
        {pages[shown]!.map(({ key, title: heading, games }) => (
          <section key={key} className={styles.column}>
            <h3 className={cx(layout.quiet, styles.title)}>{heading}</h3>
            <List className={styles.games}>
              {games.map(({ id, state, seats }) => (
                <li key={id}>
                  <div className={cx(layout.stack, styles.game, styles[state])}>
                    <BracketSeats seats={seats} nameOf={names.player} cutsNames />
                  </div>
                </li>
              ))}
            </List>
          </section>
        ))}
      </div>
    </section>
  )
}

const divideColumn = (column: DrawnColumn): DrawnColumn[] => {
  const rows = Math.floor(SEATS / Math.max(...column.games.map(({ seats }) => seats.length)))
  return dividePages(column.games, rows).map((games, part) => ({ ...column, key: `${column.key} ${part}`, games }))
}
