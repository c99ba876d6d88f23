import { type ReactNode, useMemo, useState } from 'react'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import { formatName } from '#events/ui/labels/format-labels.ts'
import type { useManagedGroups } from '#groups/ui/use-managed-groups.ts'
import { type EventImport, importsEvent } from '#imports/contract.ts'
import { compareStandings } from '#imports/rules/compare-standings.ts'
import type { ImportedEvent } from '#imports/rules/imported-event.ts'
import { sortAnswers } from '#imports/rules/match-play/answers.ts'
import { readEvent } from '#imports/rules/match-play/read-event.ts'
import { MachineChoice } from '#machines/ui/MachineChoice.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { TextFileField } from '#platform/ui/form/TextFileField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { zoneOffset } from '#platform/ui/time/zoned-time.ts'
import { useBlockReload } from '#platform/ui/use-block-reload.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { AwaitedGroups } from './AwaitedGroups.tsx'
import { ImportedInto } from './ImportedInto.tsx'
import { StandingsDifferences } from './StandingsDifferences.tsx'

/** bytes of one file of answers */
const MAX_BYTES = 5_000_000
/** bytes of an event that fits into one message, with what stands around it */
const MAX_MESSAGE = 60_000

/** what is imported, and the group that gets it; without one, it belongs to no group */
type Source = ({ matchPlay: { tournament: string; token: string } } | { event: ImportedEvent }) & { groupId?: string }
type Choice = { machineId: string; name: string }

/** Reads an event from files of answers of Match Play. @returns null: there is none in them */
function readFiles(texts: readonly string[]): ImportedEvent | { problem: string } | null {
  try {
    const answers = sortAnswers(texts.map(text => JSON.parse(text) as unknown))
    return answers === null ? null : readEvent(answers)
  } catch {
    return null
  }
}

const fileProblems: Record<string, () => string> = {
  open: m.error_event_still_open,
  large: m.error_event_too_large,
  empty: m.error_event_unreadable,
}

/** Imports an event of Match Play: first it shows what would be imported, and how its standings compare. */
export function EventImportForm({
  asked,
  managed: { groups, live },
  onDone,
}: {
  asked: string
  managed: ReturnType<typeof useManagedGroups>
  onDone: () => void
}) {
  const importEvent = useMethod(importsEvent)
  const mayAddWithoutGroup = useHasRole(['admin', 'event-director'])
  const requestId = useRequestId()
  const [picked, setPicked] = useState(asked)
  const [address, setAddress] = useState('')
  const [token, setToken] = useState('')
  const [files, setFiles] = useState<ReadonlyMap<string, string>>(new Map())
  const [fileError, setFileError] = useState<string | null>(null)
  const [plan, setPlan] = useState<{ source: Source; result: EventImport; hasChanged: boolean } | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map())
  const [eventId, setEventId] = useState<string | null>(null)
  const { busy, error, run } = useAsyncWork()
  useBlockReload(files.size > 0 || plan !== null)
  const choices = [
    ...(mayAddWithoutGroup ? [{ value: '', label: m.imports_no_group() }] : []),
    ...groups.map(group => ({ value: group.groupId, label: group.name })),
  ]
  const groupId = (choices.find(({ value }) => value === picked) ?? choices[0])?.value ?? ''
  const send = (source: Source, dryRun: boolean): Promise<void> =>
    run(async () => {
      const listed = plan?.result.read.machines ?? []
      const machines = [...chosen].map(([machine, { machineId }]) => ({ machine, machineId, name: listed[machine]!.name }))
      const input = { ...source, machines, dryRun }
      const result = await importEvent({ _id: requestId(input), ...input })
      setEventId(result.eventId)
      const hasChanged = !dryRun && result.eventId === null
      setPlan(dryRun || hasChanged ? { source, result, hasChanged } : null)
      if (hasChanged) setChosen(new Map())
      if (dryRun || hasChanged) return
      setToken('')
      setFiles(new Map())
      // The next event has other machines.
      setChosen(new Map())
      onDone()
    })
  const fileNames = [...files.keys()].join(', ')
  const takeFile = (text: string | null, name: string): void => {
    if (text === null) setFileError(m.imports_file_wrong())
    else setFiles(known => new Map(known).set(name, text))
  }
  /** Says what is wrong with the chosen files, and forgets them, so that others can be chosen. */
  const refuseFiles = (problem: string): void => {
    setFileError(problem)
    setFiles(new Map())
  }
  const look = (): void => {
    setFileError(null)
    const into = groupId === '' ? {} : { groupId }
    if (files.size === 0) return void send({ matchPlay: { tournament: address, token }, ...into }, true)
    const event = readFiles([...files.values()])
    if (event === null) return refuseFiles(m.imports_answers_wrong())
    if ('problem' in event) return refuseFiles(fileProblems[event.problem]!())
    if (new TextEncoder().encode(JSON.stringify(event)).length > MAX_MESSAGE) return refuseFiles(m.error_event_too_large())
    void send({ event, ...into }, true)
  }
  if (plan !== null)
    return (
      <EventPlan
        plan={plan.result}
        into={<ImportedInto groupId={plan.source.groupId} groups={groups} />}
        hasChanged={plan.hasChanged}
        chosen={chosen}
        busy={busy}
        error={error}
        onChoose={setChosen}
        // An event of hundreds of players is larger than a message, so the site asks for it again.
        onApply={() => void send(plan.source, false)}
        onBack={() => {
          setChosen(new Map())
          setPlan(null)
        }}
      />
    )
  if (live.state !== 'ready') return <AwaitedGroups live={live} />
  if (choices.length === 0) return <p>{m.imports_event_group_first()}</p>
  return (
    <div className={layout.stack4}>
      {eventId !== null && (
        <FormResult>
          <Notice kind="success" action={<a href={`/events/${eventId}`}>{m.imports_open_event()}</a>}>
            <p>{m.imports_done_event()}</p>
          </Notice>
        </FormResult>
      )}
      <p>{m.imports_event_words()}</p>
      {groups.length > 0 && <Select label={m.imports_group()} value={groupId} choices={choices} onChange={setPicked} />}
      <TextField
        label={m.imports_address()}
        autoComplete="off"
        dir="ltr"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label={m.imports_token()}
        hint={m.imports_token_hint()}
        type="password"
        autoComplete="off"
        dir="ltr"
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      <TextFileField
        label={m.imports_answers()}
        accept=".json,application/json"
        multiple
        maxBytes={MAX_BYTES}
        fileName={fileNames}
        error={fileError ?? undefined}
        onFile={takeFile}
      />
      {files.size > 0 && (
        <div>
          <Button kind="plain" aria-label={m.ui_remove_name({ name: fileNames })} onClick={() => setFiles(new Map())}>
            {m.ui_remove()}
          </Button>
        </div>
      )}
      <div>
        <Button kind="primary" busy={busy} disabled={files.size === 0 && (address.trim() === '' || token.trim() === '')} onClick={look}>
          {m.imports_look()}
        </Button>
      </div>
      <FormError message={error} />
    </div>
  )
}

function EventPlan({
  plan,
  into,
  hasChanged,
  chosen,
  busy,
  error,
  onChoose,
  onApply,
  onBack,
}: {
  plan: EventImport
  /** says which group gets the event */
  into: ReactNode
  hasChanged: boolean
  chosen: ReadonlyMap<number, Choice>
  busy: boolean
  error: string | null
  onChoose: (chosen: ReadonlyMap<number, Choice>) => void
  onApply: () => void
  onBack: () => void
}) {
  const { read, machines, before, compared } = plan
  const { startsAt } = read
  const machineIds = useMemo(() => machines.map((machine, i) => machine?.machineId ?? chosen.get(i)?.machineId ?? ''), [machines, chosen])
  const differences = useMemo(() => compareStandings(read, machineIds), [read, machineIds])
  const scores = read.attempts.filter(({ machine }) => machineIds[machine] !== '').length
  const renamed = read.players.filter(({ nameThere }) => nameThere !== undefined)
  const games = read.rounds.reduce((sum, { groups }) => sum + groups.reduce((all, group) => all + group.games.length, 0), 0)
  const unknown = read.machines.flatMap(({ name }, i) => (machines[i] === null ? [{ name, i }] : []))
  const counts = (count: number) => ({ count, n: plainNumber(count) })
  const facts = [
    m.ui_count_players(counts(read.players.length)),
    ...(read.attempts.length > 0 ? [m.ui_count_scores(counts(scores))] : []),
    ...(read.rounds.length > 0 ? [m.events_count_rounds(counts(read.rounds.length)), m.imports_count_games(counts(games))] : []),
  ]
  return (
    <FormResult>
      <div className={layout.stack1}>
        <h2>
          <bdi>{read.name}</bdi>
        </h2>
        <p className={layout.muted}>
          {formatEventDay({ startsAt, startsOffset: zoneOffset(startsAt.getTime(), read.timeZone) })} ·{' '}
          {read.placesOnly ? m.imports_places_only() : formatName(read.format)}
        </p>
        <p>{facts.join(' · ')}</p>
        {into}
        {!read.isFinished && <p>{m.imports_still_open()}</p>}
      </div>
      {hasChanged && (
        <Notice kind="warn">
          <p>{m.imports_changed()}</p>
        </Notice>
      )}
      {before !== undefined && (
        <Notice kind="warn" action={<a href={`/events/${before}`}>{m.imports_open_event()}</a>}>
          <p>{m.imports_before()}</p>
        </Notice>
      )}
      <StandingsDifferences event={read} compared={compared} differences={differences} />
      {unknown.length > 0 && (
        <section className={layout.stack3} aria-label={m.imports_unknown()}>
          <h3>{m.imports_unknown()}</h3>
          <List className={layout.stack3}>
            {unknown.map(({ name, i }) => (
              <li key={i}>
                <MachineChoice
                  listed={name}
                  hint={read.attempts.length > 0 ? m.imports_unknown_scores_hint() : m.imports_unknown_event_hint()}
                  chosen={chosen.get(i)?.name ?? null}
                  onChoose={choice => {
                    const next = new Map(chosen)
                    if (choice === null) next.delete(i)
                    else next.set(i, choice)
                    onChoose(next)
                  }}
                />
              </li>
            ))}
          </List>
        </section>
      )}
      {renamed.length > 0 && (
        <section className={layout.stack2} aria-label={m.imports_names()}>
          <h3>{m.imports_names()}</h3>
          <List className={layout.stack}>
            {renamed.map(({ name, nameThere = name }) => (
              <li key={name}>{m.imports_name({ there: nameThere, name })}</li>
            ))}
          </List>
        </section>
      )}
      {unknown.length < machines.length && (
        <section className={layout.stack2} aria-label={m.imports_machines_known()}>
          <h3>{m.imports_machines_known()}</h3>
          <p>{machines.flatMap(machine => (machine === null ? [] : [machine.name])).join(' · ')}</p>
        </section>
      )}
      <div className={layout.row3}>
        <Button kind="primary" busy={busy} disabled={before !== undefined} onClick={onApply}>
          {m.imports_apply_event()}
        </Button>
        <Button disabled={busy} onClick={onBack}>
          {m.ui_back()}
        </Button>
      </div>
      <FormError message={error} />
    </FormResult>
  )
}
