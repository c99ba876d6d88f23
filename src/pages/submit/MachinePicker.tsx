import { useEffect, useState } from 'react'
import * as m from '#messages'
import { type FoundMachine, machinesSearch } from '../../features/machines/contract.ts'
import { matching, type RecentMachine } from '../../features/scores/ui/queue/filter-recent.ts'
import type { QueueParts } from '../../features/scores/ui/queue/lazy-queue.ts'
import type { PickedMachine } from '../../features/scores/ui/submit/submit-fields.ts'
import { useConnection, useMethod } from '../../platform/live/hooks.ts'
import { Combobox, type Option } from '../../platform/ui/controls/Combobox.tsx'

const optionOf = ({ machineId, name, manufacturer, year }: FoundMachine): Option => ({
  id: machineId,
  name,
  detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
})

const EXAMPLE = 'Attack From Mars'

/** delay after the last keystroke before the server is asked, in ms */
const PAUSE = 120

/**
 * A field that searches machines as the user types. While it is empty or there
 * is no connection, it offers the machines last picked on this device.
 */
export function MachinePicker({
  text,
  picked,
  queue,
  error,
  onText,
  onPick,
}: {
  /** the text in the field */
  text: string
  picked: PickedMachine | null
  queue: QueueParts | null
  error: string | undefined
  onText: (text: string) => void
  onPick: (machine: PickedMachine) => void
}) {
  const recent = useRecent(queue)
  const connected = useConnection().status.status === 'connected'
  const wanted = picked === null ? text.trim() : ''
  const { found, loading } = useFound(connected ? wanted : '')
  const near = matching(recent, wanted).map(({ machineId, name, detail }) => ({ id: machineId, name, detail }))
  const options = wanted === '' || !connected ? near : found
  return (
    <Combobox
      label={m.scores_machine()}
      name="machine"
      value={text}
      options={options}
      loading={loading}
      error={error}
      hint={!connected && recent.length > 0 ? m.scores_picker_offline() : undefined}
      nothing={connected ? undefined : m.scores_picker_nothing()}
      placeholder={EXAMPLE}
      onText={onText}
      onPick={({ id, name, detail }) => onPick({ machineId: id, name, ...(detail === undefined ? {} : { detail }) })}
    />
  )
}

function useRecent(queue: QueueParts | null): RecentMachine[] {
  const [recent, setRecent] = useState<RecentMachine[]>([])
  useEffect(() => {
    let wanted = true
    void queue?.queue.machines.all().then(all => wanted && setRecent(all))
    return () => {
      wanted = false
    }
  }, [queue])
  return recent
}

/** The machines that the server finds, queried `PAUSE` ms after the last keystroke. */
function useFound(text: string): { found: Option[]; loading: boolean } {
  const search = useMethod(machinesSearch)
  const [found, setFound] = useState<Option[]>([])
  const [loading, setLoading] = useState(false)
  useEffect(() => {
    if (text === '') return setLoading(false)
    let wanted = true
    setLoading(true)
    const timer = setTimeout(() => {
      search({ text: text.slice(0, 100), limit: 8 }).then(
        machines => {
          if (!wanted) return
          setFound(machines.map(optionOf))
          setLoading(false)
        },
        () => wanted && setLoading(false),
      )
    }, PAUSE)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [search, text])
  return { found, loading }
}
