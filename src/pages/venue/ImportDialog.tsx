import { useEffect, useState } from 'react'
import { MachineChoice } from '#machines/ui/MachineChoice.tsx'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { ListConflict } from '#platform/ui/controls/ListConflict.tsx'
import type { NamedItem } from '#platform/ui/controls/OrderedList.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { TextFileField } from '#platform/ui/form/TextFileField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { type ImportedMachine, type MachinesImport, venueMachinesChanged, venuesImportMachines } from '#venues/contract.ts'
import { parseLocationAddress, parsePinballMap, toMachineDetails } from '#venues/rules/pinball-map.ts'
import type { ShownVenueMachine } from '#venues/ui/use-venue.ts'

/** Where a list comes from, as the call takes it. */
type Source = { json: string } | { address: string }

/** bytes: a location with all its comments has some hundred thousand */
const MAX_BYTES = 5_000_000

/** What an import would do. */
interface Plan {
  source: Source
  result: MachinesImport
  /** what stood in the venue when the user first saw what would change, and when they last did */
  first: readonly NamedItem[]
  was: readonly NamedItem[]
}

const idsOf = (items: readonly NamedItem[]): string[] => items.map(({ id }) => id)

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
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<{ name: string; source: Source } | null>(null)
  const { busy, error, run, forget } = useAsyncWork()
  const [problems, setProblems] = useState<{ typed?: string; file?: string }>({})
  const [plan, setPlan] = useState<Plan | null>(null)
  /** true: other machines stand there than the plan was made for, and it has to be made anew */
  const [isOutdated, setIsOutdated] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<number, { machineId: string; name: string }>>(new Map())
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const standing = machines.map(({ machineId, name }) => ({ id: machineId, name }))
  const look = (source: Source, first: readonly NamedItem[] = standing): Promise<void> =>
    run(async () => {
      setProblems({})
      setPlan({ source, first, was: standing, result: await importMachines({ venueId, ...source, dryRun: true }) })
    })
  const lookAtTyped = (): void => {
    const source = file?.source ?? readSource(typed)
    if (source === null) setProblems({ typed: m.venues_import_wrong() })
    else void look(source)
  }
  const lookAtFile = (text: string | null, name: string): void => {
    const source = text === null ? null : readSource(text)
    setFile(source && { name, source })
    if (source === null) setProblems({ file: m.venues_import_wrong() })
    else void look(source)
  }
  const apply = ({ source, was }: Plan): Promise<void> =>
    run(async () => {
      try {
        await importMachines({
          venueId,
          ...source,
          dryRun: false,
          was: idsOf(was),
          chosen: [...chosen].map(([pinballMapId, { machineId }]) => ({ pinballMapId, machineId })),
          remove: [...leaving],
        })
        onClose()
      } catch (problem) {
        setIsOutdated(isCallError(problem, venueMachinesChanged))
        throw problem
      }
    })
  // The page may hear of the others' change later than that it was refused because of it.
  useEffect(() => {
    if (!isOutdated || busy || plan === null || idsOf(standing).join() === idsOf(plan.was).join()) return
    setIsOutdated(false)
    void look(plan.source, plan.first)
  })
  const found = plan?.result.listed ?? []
  const unknown = found.filter(({ machine }) => machine === null)
  const known = found.filter(({ machine }) => machine !== null)
  return (
    <Dialog
      open
      title={m.venues_import()}
      isDirty={typed.trim() !== '' || file !== null || chosen.size > 0 || leaving.size > 0}
      onClose={onClose}
      actions={
        plan === null ? (
          <Button kind="primary" busy={busy} onClick={lookAtTyped}>
            {m.venues_import_look()}
          </Button>
        ) : (
          <>
            <Button kind="primary" busy={busy} onClick={() => void apply(plan)}>
              {m.venues_import_apply()}
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                setPlan(null)
                forget()
                setIsOutdated(false)
              }}
            >
              {m.ui_back()}
            </Button>
          </>
        )
      }
    >
      <div className={layout.stack4}>
        {plan === null ? (
          <>
            <p>{m.venues_import_words()}</p>
            <TextField
              label={m.venues_import_address()}
              hint={m.venues_import_address_hint()}
              autoComplete="off"
              dir="ltr"
              value={typed}
              error={problems.typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setFile(null)
                setProblems({})
              }}
            />
            <TextFileField
              label={m.venues_import_file()}
              accept=".json,application/json"
              maxBytes={MAX_BYTES}
              busy={busy}
              fileName={file?.name}
              error={problems.file}
              onFile={lookAtFile}
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
                      <MachineChoice
                        listed={[machine.name, machine.manufacturer, machine.year].filter(each => each !== null).join(', ')}
                        hint={m.venues_import_choose()}
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
        {plan !== null && plan.was !== plan.first && <ListConflict before={plan.first} now={plan.was} words={m.venues_import_anew()} />}
        <FormError message={error} />
        <p className={layout.small}>{m.venues_import_source()}</p>
      </div>
    </Dialog>
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
