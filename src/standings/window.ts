import type { Standing } from './order.ts'

export interface WindowDifference {
  gone: string[]
  come: Standing[]
  changed: Standing[]
}

/** What has to be told to somebody who saw `before` so that he sees `after`: by player, since a row's place follows from its values. */
export function windowDifference(before: readonly Standing[], after: readonly Standing[]): WindowDifference {
  const known = new Map(before.map(row => [row.id, row]))
  const difference: WindowDifference = { gone: [], come: [], changed: [] }
  for (const row of after) {
    const old = known.get(row.id)
    if (old === undefined) difference.come.push(row)
    else if (old.value !== row.value || old.achievedAt !== row.achievedAt) difference.changed.push(row)
    known.delete(row.id)
  }
  difference.gone = [...known.keys()]
  return difference
}
