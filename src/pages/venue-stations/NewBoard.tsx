import { useState } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { stationsPair, type UnpairedBoardDoc } from '#stations/contract/stations.ts'
import { proposeMachine } from '#stations/rules/propose-machine.ts'
import type { ShownStation } from '#stations/ui/use-stations.ts'
import type { VenueMachineDoc } from '#venues/contract.ts'
import { machineChoices } from './MachineForm.tsx'

/** A machine board that belongs to no station: what it says, and the machine that is proposed for it. One tap pairs it. */
export function NewBoard({
  board: { venueId, boardId, name, seenAt, lastGame },
  machines,
  stations,
}: {
  board: UnpairedBoardDoc
  machines: readonly VenueMachineDoc[]
  stations: readonly ShownStation[]
}) {
  const pair = useMethod(stationsPair)
  const requestId = useRequestId()
  const [chosen, setChosen] = useState<string | null>(null)
  const machineId = chosen ?? proposeMachine(name, machines) ?? ''
  /** Another ROM of a machine has another id: its board belongs to the station that the machine has. */
  const station = stations.find(each => each.machineId === machineId)
  const machine = machines.find(each => each.machineId === machineId)?.name ?? ''
  const { busy, error, run } = useAsyncWork()
  const send = (stationId?: string): Promise<void> => {
    const input = { venueId, boardId, machineId, ...(stationId === undefined ? {} : { stationId }) }
    return run(() => pair({ _id: requestId(input), ...input }))
  }
  const pairLabel = station === undefined ? m.stations_pair() : m.stations_pair_new()
  const title = name === '' ? m.stations_board({ id: boardId }) : name
  return (
    <li className={cx(layout.stack2, layout.anywhere, entries.entry)}>
      <h3 dir="auto">{title}</h3>
      <p className={cx(layout.facts, layout.quiet)}>
        <code dir="ltr">{boardId}</code>
        <span>{renderMessage(m.stations_seen(), { ago: () => <TimeAgo at={seenAt} /> })}</span>
      </p>
      {lastGame !== undefined && lastGame.length > 0 && (
        <p className={layout.facts}>
          <span className={layout.quiet}>{m.stations_last_game()}</span>
          {lastGame.map((score, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a player is known by the number alone
            <ScoreValue key={i} value={score} size="text" />
          ))}
        </p>
      )}
      <Select label={m.stations_is_in()} value={machineId} choices={machineChoices(machines)} onChange={setChosen} />
      <FormError message={error} />
      <div className={layout.row2}>
        {station !== undefined && (
          <Button
            kind="primary"
            aria-label={`${m.stations_add_board({ machine })}: ${title}`}
            busy={busy}
            onClick={() => void send(station._id)}
          >
            {m.stations_add_board({ machine })}
          </Button>
        )}
        <Button
          kind={station === undefined ? 'primary' : 'quiet'}
          aria-label={`${pairLabel}: ${title}`}
          disabled={machineId === ''}
          busy={busy}
          onClick={() => void send()}
        >
          {pairLabel}
        </Button>
      </div>
    </li>
  )
}
