import { noMachine, sameMachine } from '../contract/machines.ts'
import type { MergeRow } from './machine-merge-store.ts'
import type { MachineMerge } from './shared/machine-merge-types.ts'

/** @throws DdpError 404, 409 */
export function requireBoth({ from, into }: MachineMerge, rows: ReadonlyMap<string, MergeRow>): { from: MergeRow; into: MergeRow } {
  const [fromRow, intoRow] = [rows.get(from), rows.get(into)]
  if (fromRow === undefined || intoRow === undefined) throw noMachine()
  if (fromRow === intoRow) throw sameMachine()
  return { from: fromRow, into: intoRow }
}
