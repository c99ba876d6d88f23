import { useRef, useState } from 'react'
import { useMachineSearch } from '#machines/ui/use-machine-search.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { type ImportedMachine, type MachinesImport, venuesImportMachines } from '#venues/contract.ts'
import { parseLocationAddress, parsePinballMap, toMachineDetails } from '#venues/rules/pinball-map.ts'
import type { ShownVenueMachine } from '#venues/ui/use-venue.ts'

/** Where a list comes from, as the call takes it. */
type Source = { json: string } | { address: string }

/** bytes: a location with all its comments has some hundred thousand */
const MAX_BYTES = 5_000_000

const howLabels: Record<NonNullable<ImportedMachine['machine']>['by'], () => string> = {
  opdb: m.venues_import_by_opdb,
  'opdb-machine': m.venues_import_by_opdb_machine,
  ipdb: m.venues_import_by_ipdb,
  name: m.venues_import_by_name,
  chosen: m.venues_import_by_choice,
}

/** Imports the machines of a venue from Pinball Map: first it shows what would happen, and then it does what is ticked. */
export function ImportDialog({
  venueId,
  machines,
  onClose,
}: {
  venueId: string
  machines: readonly ShownVenueMachine[]
  onClose: () => void
}) {
  const importMachines = useMethod(venuesImportMachines)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [plan, setPlan] = useState<{ source: Source; result: MachinesImport; was: string[] } | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, { machineId: string; name: string }>>(new Map())
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  const look = (source: Source | null): void => {
    if (source === null) return setError(m.venues_import_wrong())
    const was = machines.map(({ machineId }) => machineId)
    void run(async () => setPlan({ source, was, result: await importMachines({ venueId, ...source, dryRun: true }) }))
  }
  const apply = ({ source, was }: NonNullable<typeof plan>): Promise<void> =>
    run(async () => {
      await importMachines({
        venueId,
        ...source,
        dryRun: false,
        was,
        chosen: [...chosen].map(([pinballMapId, { machineId }]) => ({ pinballMapId, machineId })),
        remove: [...leaving],
      })
      onClose()
    })
  const found = plan?.result.listed ?? []
  const unknown = found.filter(({ machine }) => machine === null)
  const known = found.filter(({ machine }) => machine !== null)
  return (
    <Dialog
      open
      title={m.venues_import()}
      isDirty={chosen.size > 0 || leaving.size > 0}
      onClose={onClose}
      actions={
        plan === null ? (
          <>
            <Button kind="primary" busy={busy} onClick={() => look(readSource(typed))}>
              {m.venues_import_look()}
            </Button>
            <Button busy={busy} onClick={() => input.current?.click()}>
              {m.venues_import_file()}
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={busy} onClick={() => void apply(plan)}>
            {m.venues_import_apply()}
          </Button>
        )
      }
    >
      <div className={layout.stack4}>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file !== undefined) void file.text().then(text => look(file.size > MAX_BYTES ? null : readSource(text)))
          }}
        />
        {plan === null ? (
          <>
            <p>{m.venues_import_words()}</p>
            <TextField
              label={m.venues_import_address()}
              hint={m.venues_import_address_hint()}
              autoComplete="off"
              dir="ltr"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </>
        ) : (
          <>
            <p role="status">
              {m.venues_import_found({
                count: found.length,
                n: plainNumber(found.length),
                fresh: plainNumber(known.filter(({ stands }) => !stands).length),
              })}
            </p>
            {unknown.length > 0 && (
              <section className={layout.stack3} aria-label={m.venues_import_unknown()}>
                <h3>{m.venues_import_unknown()}</h3>
                <List className={layout.stack3}>
                  {unknown.map(machine => (
                    <li key={machine.pinballMapId}>
                      <UnknownMachine
                        machine={machine}
                        chosen={chosen.get(machine.pinballMapId)?.name ?? null}
                        onChoose={choice => {
                          const next = new Map(chosen)
                          if (choice === null) next.delete(machine.pinballMapId)
                          else next.set(machine.pinballMapId, choice)
                          setChosen(next)
                        }}
                      />
                    </li>
                  ))}
                </List>
              </section>
            )}
            {plan.result.gone.length > 0 && (
              <fieldset className={layout.stack}>
                <legend className={layout.legend}>{m.venues_import_gone()}</legend>
                {plan.result.gone.map(({ machineId, name }) => (
                  <Checkbox
                    key={machineId}
                    label={m.venues_import_take_out({ machine: name })}
                    checked={leaving.has(machineId)}
                    onChange={checked => {
                      const next = new Set(leaving)
                      if (checked) next.add(machineId)
                      else next.delete(machineId)
                      setLeaving(next)
                    }}
                  />
                ))}
              </fieldset>
            )}
            {known.length > 0 && (
              <section className={layout.stack3} aria-label={m.venues_import_known()}>
                <h3>{m.venues_import_known()}</h3>
                <List className={layout.stack2}>
                  {known.map(({ pinballMapId, machine, name, stands }) => (
                    <li key={pinballMapId} className={layout.stack}>
                      <bdi className={layout.strong}>{machine!.name}</bdi>
                      <span className={layout.quiet}>
                        {stands ? m.venues_import_stays() : m.venues_import_adds()} · {howLabels[machine!.by]()}
                        {machine!.name === name ? '' : ` · ${m.venues_import_listed_as({ name })}`}
                      </span>
                    </li>
                  ))}
                </List>
              </section>
            )}
          </>
        )}
        <FormError message={error} />
        <p className={layout.small}>{m.venues_import_source()}</p>
      </div>
    </Dialog>
  )
}

/** A machine of the list that nobody knows here: the user says which one it is, or leaves it out. */
function UnknownMachine({
  machine: { name, manufacturer, year },
  chosen,
  onChoose,
}: {
  machine: ImportedMachine
  chosen: string | null
  onChoose: (machine: { machineId: string; name: string } | null) => void
}) {
  const [text, setText] = useState('')
  const { found, loading } = useMachineSearch(chosen === null ? text : '')
  const listed = [name, manufacturer, year === null ? null : String(year)].filter(each => each !== null).join(', ')
  return (
    <Combobox
      label={<bdi>{listed}</bdi>}
      hint={chosen === null ? m.venues_import_choose() : undefined}
      value={chosen ?? text}
      options={found}
      loading={loading}
      onTextChange={typed => {
        setText(typed)
        onChoose(null)
      }}
      onPick={({ id, name: picked }) => onChoose({ machineId: id, name: picked })}
    />
  )
}

/** Reads what was pasted or is in a file. Of a location with all its comments only what is needed leaves the device. @returns null: it is nothing */
function readSource(text: string): Source | null {
  const trimmed = text.trim()
  if (parseLocationAddress(trimmed) !== null) return { address: trimmed }
  const read = parsePinballMap(trimmed)
  if (read === null) return null
  return read.kind === 'machines'
    ? { json: toMachineDetails(read.machines) }
    : { address: `https://pinballmap.com/map?by_location_id=${read.locationId}` }
}
