/** Formats a number with about three significant digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toFixed(digits)
}

export const formatRatio = (ratio: number): string => `${formatNumber(ratio)}×`

export function formatThousands(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`
  return value >= 1000 ? `${value / 1000} k` : String(value)
}

/** Prints a table. The first column is aligned to the left, the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map(row => [...(row[column] ?? title)].length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  console.log(line(head))
  console.log(`|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`)
  for (const row of rows) console.log(line(row))
}

/** Reports targets. A missed goal makes the benchmark fail. */
export class Targets {
  #failed = false

  requireGoal(text: string, reached: boolean): void {
    if (!reached) this.#failed = true
    console.log(`- ${reached ? 'reached' : '**missed**'}: ${text}`)
  }

  /** Sets the exit code to 1 if a goal was missed. Must be called last. */
  setExitCode(): void {
    if (this.#failed) process.exitCode = 1
  }
}
