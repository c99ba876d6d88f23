import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { DrawnSeat } from './bracket-columns.ts'
import styles from './bracket-drawing.module.css'

interface BracketSeatsProps {
  seats: readonly DrawnSeat[]
  nameOf: (entrantId: string) => string
  /** true: a long name is cut, so that every game has the same height */
  cutsNames?: boolean
}

/** Who sits in a game of a bracket, with the games won in a match of several, or the place in a group. */
export function BracketSeats({ seats, nameOf, cutsNames = false }: BracketSeatsProps) {
  return seats.map(({ entrantId, source, wins, place, goesOn }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: seats have no id and stay where they are
    <span key={i} className={cx(layout.between, styles.seat, goesOn && layout.strong, goesOn && styles.goesOn)}>
      <span className={cx(cutsNames ? layout.oneLine : layout.anywhere, entrantId === null && layout.small)}>
        {entrantId === null ? source : nameOf(entrantId)}
      </span>
      {wins !== null ? <span>{wins}</span> : place !== null && seats.length > 2 && <span>{place}.</span>}
    </span>
  ))
}
