import { Board } from './board.jsx'
import { readMachine } from './data.mjs'
import { MachineHeader } from './machine.jsx'
import { Spread } from './spread.jsx'

// Rendered for every request from data in memory, like ours.
export const dynamic = 'force-dynamic'

export default async function Page() {
  const { machine, rows, histogram } = await readMachine()
  return (
    <div className="stack">
      <MachineHeader machine={machine} record={rows[0]} />
      <Board machine={machine} rows={rows} />
      <Spread histogram={histogram} rows={rows} />
    </div>
  )
}
