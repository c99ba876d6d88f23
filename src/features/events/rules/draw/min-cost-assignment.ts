/**
 * Assigns each row a column of its own at the lowest total cost (Hungarian method with potentials, rows² · columns steps).
 * @param costs by row and column; not more rows than columns
 * @returns the column of each row
 */
export function minCostAssignment(costs: readonly (readonly number[])[]): number[] {
  const columns = costs[0]?.length ?? 0
  const rowPotential = new Array<number>(costs.length + 1).fill(0)
  const columnPotential = new Array<number>(columns + 1).fill(0)
  /** the row assigned to each column, both counted from 1; 0: none */
  const rowOf = new Array<number>(columns + 1).fill(0)
  for (let row = 1; row <= costs.length; row++) {
    const least = new Array<number>(columns + 1).fill(Number.POSITIVE_INFINITY)
    const from = new Array<number>(columns + 1).fill(0)
    const done = new Array<boolean>(columns + 1).fill(false)
    rowOf[0] = row
    let column = 0
    while (rowOf[column] !== 0) {
      done[column] = true
      const at = rowOf[column]!
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let to = 1; to <= columns; to++) {
        if (done[to]) continue
        const reduced = costs[at - 1]![to - 1]! - rowPotential[at]! - columnPotential[to]!
        if (reduced < least[to]!) {
          least[to] = reduced
          from[to] = column
        }
        if (least[to]! < delta) {
          delta = least[to]!
          next = to
        }
      }
      for (let to = 0; to <= columns; to++) {
        if (done[to]) {
          rowPotential[rowOf[to]!]! += delta
          columnPotential[to]! -= delta
        } else least[to]! -= delta
      }
      column = next
    }
    for (; column !== 0; column = from[column]!) rowOf[column] = rowOf[from[column]!]!
  }
  const assigned = new Array<number>(costs.length).fill(0)
  for (let to = 1; to <= columns; to++) if (rowOf[to] !== 0) assigned[rowOf[to]! - 1] = to - 1
  return assigned
}
