import { useEffect, useState } from 'react'
import * as m from '#messages'
import { useMachineSearch } from '../../features/machines/ui/use-machine-search.ts'
import { filterRecentMachines, type RecentMachine } from '../../features/scores/ui/queue/filter-recent.ts'
import type { LoadedQueue } from '../../features/scores/ui/queue/lazy-queue.ts'
import type { PickedMachine } from '../../features/scores/ui/submit/submit-fields.ts'
import { useConnection } from '../../platform/live/hooks.ts'
import { Combobox } from '../../platform/ui/controls/Combobox.tsx'

const EXAMPLE = 'Attack From Mars'

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
  queue: LoadedQueue | null
  error: string | undefined
  onText: (text: string) => void
  onPick: (machine: PickedMachine) => void
}) {
  const recent = useRecentMachines(queue)
  const connected = useConnection().status.status === 'connected'
  const searchText = picked === null ? text.trim() : ''
  const { found, loading } = useMachineSearch(connected ? searchText : '')
  const recentOptions = filterRecentMachines(recent, searchText).map(({ machineId, name, detail }) => ({ id: machineId, name, detail }))
  const options = searchText === '' || !connected ? recentOptions : found
  return (
    <Combobox
      label={m.scores_machine()}
      name="machine"
      value={text}
      options={options}
      loading={loading}
      error={error}
      hint={!connected && recent.length > 0 ? m.scores_picker_offline() : undefined}
      noResultsText={connected || searchText === '' ? undefined : m.scores_picker_nothing()}
      placeholder={EXAMPLE}
      onTextChange={onText}
      onPick={({ id, name, detail }) => onPick({ machineId: id, name, ...(detail === undefined ? {} : { detail }) })}
    />
  )
}

function useRecentMachines(queue: LoadedQueue | null): RecentMachine[] {
  const [recent, setRecent] = useState<RecentMachine[]>([])
  useEffect(() => {
    let isCurrent = true
    void queue?.queue.machines.all().then(all => isCurrent && setRecent(all))
    return () => {
      isCurrent = false
    }
  }, [queue])
  return recent
}
