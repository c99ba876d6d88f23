import { useState } from 'react'
import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { commas } from '../labels/list-labels.ts'
import { shortTieLabel } from '../labels/short-tie-label.ts'
import { formatFigure, type LabelledStanding } from '../labels/standing-labels.ts'
import type { ShownEvent } from '../types.ts'
import type { Machine } from '../use-event.ts'
import styles from './matrix.module.css'
import { RoundDialog } from './RoundDialog.tsx'
import { lastRound, type MatrixCell, toCells } from './round-matrix.ts'

interface StandingsMatrixProps {
  event: ShownEvent
  rows: readonly LabelledStanding[]
  machines: readonly Machine[]
  /** the user's id; null: a visitor */
  userId: string | null
}

/** The standings as a table with a column for each round. A cell shows on request whom the player met there, and on which machine. */
export function StandingsMatrix({ event, rows, machines, userId }: StandingsMatrixProps) {
  const [open, setOpen] = useState<{ row: LabelledStanding; round: number } | null>(null)
  const { format } = event
  const rounds = lastRound(rows)
  const hasTies = rows.some(row => shortTieLabel(format, row) !== null)
  const numbers = Array.from({ length: rounds }, (_, i) => i + 1)
  return (
    <section className={styles.scroll} aria-label={m.events_matrix()}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{m.events_matrix_place()}</th>
            <th scope="col" className={styles.player}>
              {m.ui_player()}
            </th>
            {numbers.map(n => (
              <th key={n} scope="col" aria-label={m.events_round({ n })}>
                {m.events_matrix_round({ n })}
              </th>
            ))}
            <th scope="col">{m.events_matrix_total()}</th>
            {hasTies && (
              <th scope="col" className={styles.tie}>
                {m.events_matrix_tie()}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row._id} className={cx(userId !== null && row.userId === userId && styles.own, row.outIn !== undefined && styles.out)}>
              <td>
                <RankBadge rank={row.rank} />
              </td>
              <th scope="row" className={styles.player}>
                {row.displayName}
              </th>
              {toCells(row, rounds).map((cell, i) => (
                <td key={numbers[i]}>
                  {cell === null ? (
                    <span className={layout.muted}>–</span>
                  ) : (
                    <button
                      type="button"
                      className={cx(styles.cell, cell.isBye && styles.bye)}
                      aria-label={m.events_matrix_cell({ name: row.displayName, n: cell.round, what: describeCell(format, cell) })}
                      onClick={() => setOpen({ row, round: cell.round })}
                    >
                      {cellFigure(format, cell)}
                    </button>
                  )}
                </td>
              ))}
              <td className={styles.total}>{formatFigure(format, row).value}</td>
              {hasTies && <td className={styles.tie}>{shortTieLabel(format, row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {open !== null && <RoundDialog event={event} machines={machines} row={open.row} round={open.round} onClose={() => setOpen(null)} />}
    </section>
  )
}

const cellFigure = (format: EventFormat, { points, strikes }: MatrixCell): string =>
  formatFigure(format, { machines: [], points, strikes }).value

/** What a cell says to screen readers: a bye, or the worth of each game. */
const describeCell = (format: EventFormat, { games, isBye }: MatrixCell): string =>
  commas([isBye && m.events_why_stood_by(), ...games.map(game => formatLabels(format).game?.(game))])
