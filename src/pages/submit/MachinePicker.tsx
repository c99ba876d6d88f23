import { useEffect, useState } from 'react'
import { machinesNames } from '#machines/contract/machines.ts'
import { readKeptNames, refreshKeptNames } from '#machines/ui/kept-names.ts'
import { machineDetail, useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { isConnectionLost } from '#platform/live/connection-lost.ts'
import { useConnection, useMethod } from '#platform/live/hooks.ts'
import { Combobox, type Option } from '#platform/ui/controls/Combobox.tsx'
import { filterByName, type RecentMachine } from '#scores/ui/queue/filter-recent.ts'
import type { LoadedQueue } from '#scores/ui/queue/lazy-queue.ts'
import type { PickedMachine } from '#scores/ui/submit/submit-fields.ts'
import type { StandingMachine } from '#scores/ui/venue/kept-venues.ts'
import { proposeMachines } from '#scores/ui/venue/propose-machines.ts'

const EXAMPLE = 'Attack From Mars'

/**
 * A field that searches machines as the user types. It offers those of the venue first. While it is empty, it also offers the machines last
 * picked on this device; without a connection it searches the names of the catalogue that the device keeps.
 */
export function MachinePicker({
  text,
  picked,
  queue,
  standing,
  error,
  onText,
  onPick,
}: {
  /** the text in the field */
  text: string
  picked: PickedMachine | null
  queue: LoadedQueue | null
  /** the machines of the venue where the score was played, in its order */
  standing: readonly StandingMachine[]
  error: string | undefined
  onText: (text: string) => void
  onPick: (machine: PickedMachine) => void
}) {
  const recent = useRecentMachines(queue)
  const { status } = useConnection()
  const connected = status.status === 'connected'
  // Each page begins without a connection, and says so only when it is known that there is none.
  const isWithout = isConnectionLost(status) || status.status === 'failed'
  const searchText = picked === null ? text.trim() : ''
  const { found, loading } = useMachineSearch(connected ? searchText : '')
  const kept = useKeptNames(connected)
  const here = standing.map(({ machineId, name }) => ({ id: machineId, name }))
  const isSearching = connected && searchText !== ''
  // The search finds those that were picked too.
  const proposed = proposeMachines(here, isSearching ? [] : recent.map(toOption), searchText)
  const options = withKept(proposed, isSearching ? found : searchText === '' ? [] : filterByName(kept, searchText))
  return (
    <Combobox
      label={m.ui_machine()}
      name="machine"
      value={text}
      options={options}
      loading={loading}
      error={error}
      hint={
        !isWithout || kept.length + recent.length + standing.length === 0
          ? undefined
          : kept.length === 0
            ? m.scores_picker_offline()
            : m.scores_picker_kept()
      }
      noResultsText={
        connected || searchText === '' ? undefined : !isWithout ? null : kept.length === 0 ? m.scores_picker_nothing() : m.ui_no_results()
      }
      placeholder={EXAMPLE}
      onTextChange={onText}
      onPick={({ id, name, detail }) => onPick({ machineId: id, name, ...(detail === undefined ? {} : { detail }) })}
    />
  )
}

const toOption = ({ machineId, name, detail }: RecentMachine): Option => ({ id: machineId, name, detail })

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

/** as many as the search offers */
const MAX_OPTIONS = 8

/** Returns the options with those machines after them that are not among them. */
function withKept(options: Option[], machines: readonly Option[]): Option[] {
  const ids = new Set(options.map(({ id }) => id))
  return [...options, ...machines.filter(({ id }) => !ids.has(id))].slice(0, Math.max(options.length, MAX_OPTIONS))
}

/** The machines of the catalogue that the device has kept. They are refreshed while there is a connection. */
function useKeptNames(connected: boolean): readonly Option[] {
  const ask = useMethod(machinesNames)
  const [kept, setKept] = useState<readonly Option[]>([])
  useEffect(() => {
    let isCurrent = true
    void (async () => {
      if (connected) return refreshKeptNames(ask, Date.now())
      const names = await readKeptNames()
      const machines = names.map(([id, name, manufacturer, year]) => ({ id, name, detail: machineDetail({ manufacturer, year }) }))
      if (isCurrent) setKept(machines)
    })()
    return () => {
      isCurrent = false
    }
  }, [connected, ask])
  return kept
}
