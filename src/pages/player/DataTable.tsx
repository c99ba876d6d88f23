import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface DataTableProps {
  /** what opens the table */
  summary: string
  columns: readonly string[]
  /** Cells in the order of the columns; the first one names the row. Each row has a first cell or key of its own. */
  rows: readonly (readonly ReactNode[])[]
  /** by row; default: the first cell */
  keys?: readonly string[]
}

/** A table that says what a plot shows, folded until it is asked for. */
export function DataTable({ summary, columns, rows, keys }: DataTableProps) {
  return (
    <details className={styles.details}>
      <summary>{summary}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], i) => (
            <tr key={keys?.[i] ?? String(name)}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={columns[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
