import { formatRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { type DrawnColumn, type DrawnSeat, drawBracket } from '../bracket/bracket-columns.ts'
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
/** Games that stand above each other; those of a longer round take several pages. */
const ROWS = 8

/** The bracket in pages that turn: a few rounds on each, the first ones first. */
export function ScreenBracket({ event, rounds, names }: { event: ShownEvent; rounds: readonly PlayedRound[]; names: RoundNames }) {
  const { bracket } = formatRules(event.format)
  const title = formatLabels(event.format).name()
  const parts = bracket === undefined ? [] : drawBracket(bracket, rounds)
  const pages = parts.flatMap(({ columns }) => dividePages(columns.flatMap(divideColumn), COLUMNS))
  const shown = useRotatingPage(pages.length)
  if (pages.length === 0) return <p className={screen.nothing}>{m.events_no_round()}</p>
  const nameOf = ({ entrantId, source }: DrawnSeat): string => (entrantId === null ? source : names.player(entrantId))
  return (
    <section className={styles.wall} aria-label={title}>
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
                  <div className={cx(styles.game, styles[state])}>
                    {seats.map((seat, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: seats have no id and stay where they are
                      <span key={i} className={cx(styles.seat, seat.goesOn && styles.goesOn, seat.entrantId === null && styles.nobody)}>
                        <span className={layout.oneLine}>{nameOf(seat)}</span>
                        {seat.wins !== null && <span className={styles.wins}>{seat.wins}</span>}
                      </span>
                    ))}
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

const divideColumn = (column: DrawnColumn): DrawnColumn[] =>
  dividePages(column.games, ROWS).map((games, part) => ({ ...column, key: `${column.key} ${part}`, games }))
