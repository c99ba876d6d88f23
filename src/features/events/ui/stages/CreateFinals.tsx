import { use, useState } from 'react'
import { eventsAddFinals } from '#events/contract/stages.ts'
import { type EventFormatKind, isBracket, isPlayedInRounds } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import { useFormatForm } from '#events/formats/ui/forms.ts'
import { LISTED_KINDS } from '#events/formats/ui/labels.ts'
import { MAX_BRACKET } from '#events/rules/bracket/bracket-rules.ts'
import { cutField, type TiesAtLine } from '#events/rules/stages/cut-field.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { typedNumber } from '#platform/text/numbers.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { eventHref } from '../event-url.ts'
import { defaultEventValues, mapEventServerError } from '../form/event-form-values.ts'
import { FormatOptions } from '../form/FormatFields.tsx'
import { formatName } from '../labels/format-labels.ts'
import { joinNames } from '../rounds/result-entry.ts'
import { useEventStandings } from '../standings/use-event-standings.ts'
import type { ShownEvent } from '../types.ts'
import { useStandings } from '../use-event.ts'
import { proposeCount } from './propose-count.ts'

/** Rows of the standings that are read to propose finals. */
const MAX_ROWS = 500

/** The formats of finals, brackets first. */
const KINDS: readonly EventFormatKind[] = [
  ...LISTED_KINDS.filter(isBracket),
  ...LISTED_KINDS.filter(kind => isPlayedInRounds(kind) && !isBracket(kind)),
]

const isCount = (n: number): boolean => Number.isInteger(n) && n >= 2 && n <= MAX_BRACKET

/** Makes finals of a finished event in one tap: how many go on is proposed from its standings. */
export function CreateFinals({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { _id: eventId, timeZone, stages = [] } = event
  const addFinals = useMethod(eventsAddFinals)
  const [requestId, requestIdOfB] = [useRequestId(), useRequestId()]
  const navigate = use(NavigateContext)
  const { live } = useEventStandings(event, MAX_ROWS)
  const rows = useStandings(eventId, MAX_ROWS)
  const played = rows.filter(({ machines, games = [] }) => machines.length > 0 || games.length > 0)
  // Later finals are for those who are not in the finals before.
  const [earlier] = useState(() => stages.filter(({ qualifyingId }) => qualifyingId === eventId))
  // What was made stays so when the other one fails and is tried again.
  const [made, setMade] = useState<{ eventId: string; refused: readonly string[] } | null>(null)
  const [ties, setTies] = useState<TiesAtLine>('all')
  const [withB, setWithB] = useState(false)
  const [refused, setRefused] = useState<{ names: readonly string[]; finalsId: string } | null>(null)
  const [kind, setKind] = useState<EventFormatKind>(KINDS[0]!)
  const part = useFormatForm(kind)
  const form = useForm<EventValues>({
    initial: {
      ...defaultEventValues(new Date(), timeZone),
      ...part.form?.initial,
      kind,
      name: m.events_finals_name({ n: earlier.length + 1 }),
      capacity: String(proposeCount(played.length)),
    },
    check: ({ name, capacity }) => ({
      ...(part.form === null ? { kind: m.events_state_options_failed() } : {}),
      ...(name.trim() === '' ? { name: m.events_form_no_name() } : {}),
      ...(isCount(typedNumber(capacity)) ? {} : { capacity: m.events_finals_bad_count({ n: MAX_BRACKET }) }),
    }),
    send: async values => {
      const common = { eventId, count: typedNumber(values.capacity), format: part.form!.toFormat(values, []), ties }
      const add = (name: string, idOf: typeof requestId) => addFinals({ _id: idOf([common, name]), ...common, name })
      const first = made ?? (await add(values.name, requestId))
      setMade(first)
      const second = withB ? await add(m.events_finals_name({ n: earlier.length + 2 }), requestIdOfB) : null
      const names = [...first.refused, ...(second?.refused ?? [])]
      if (names.length > 0) return setRefused({ names, finalsId: first.eventId })
      onClose()
      navigate?.(eventHref(first.eventId, { show: 'direct' }))
    },
    place: error => (part.form === null ? null : mapEventServerError(error, part.form)),
  })
  const n = typedNumber(form.values.capacity)
  const line = cutField(played, { first: 1, count: n }, null, ids => ids)
  const isTied = earlier.length === 0 && line.tied.length > 0
  // Who is tied at the line of other finals is known to the server alone.
  const asksTies = isTied || withB || earlier.length > 0
  const names = new Map(rows.map(({ entrantId, displayName }) => [entrantId, displayName]))
  const nameOf = (id: string): string => names.get(id) ?? m.ui_a_player()
  return (
    <Dialog open title={m.events_finals_create()} dismiss={m.ui_cancel()} onClose={onClose}>
      {refused !== null ? (
        <Notice
          kind="warn"
          action={<ButtonLink href={eventHref(refused.finalsId, { show: 'direct' })}>{m.events_finals_open()}</ButtonLink>}
        >
          <p>{m.events_finals_refused({ names: joinNames([...refused.names]) })}</p>
        </Notice>
      ) : live.state === 'pending' ? (
        <Skeleton kind="form" count={3} />
      ) : (
        <FormBody form={form} action={m.events_finals_create()} wide>
          <TextField label={m.events_finals_count()} inputMode="numeric" maxLength={3} autoComplete="off" {...form.field('capacity')} />
          {asksTies && (
            <RadioList
              label={isTied ? m.events_finals_tied({ names: joinNames(line.tied.map(nameOf)) }) : m.events_finals_ties()}
              value={ties}
              choices={[
                { value: 'all', label: m.events_finals_ties_all() },
                { value: 'none', label: m.events_finals_ties_none() },
                { value: 'lot', label: m.events_finals_ties_lot(), hint: m.events_finals_ties_playoff() },
              ]}
              onChange={value => setTies(value as TiesAtLine)}
            />
          )}
          <TextField label={m.ui_name()} maxLength={80} autoComplete="off" {...form.field('name')} />
          <Select
            label={m.ui_format()}
            value={kind}
            choices={KINDS.map(value => ({ value, label: formatName({ kind: value }) }))}
            onChange={value => setKind(value as EventFormatKind)}
          />
          <FormatOptions form={form} format={part} />
          {played.length >= 2 * n && earlier.length === 0 && (
            <Checkbox label={m.events_finals_with_b({ n })} checked={withB} onChange={setWithB} />
          )}
          {earlier.length === 0 && line.entrantIds.length > 0 && (
            <section className={layout.stack1} aria-label={m.events_finals_go_on()}>
              <p className={layout.strong}>{m.events_finals_go_on()}</p>
              <List ordered className={layout.quiet}>
                {line.entrantIds.map((id, i) => (
                  <li key={id}>
                    {i + 1}. {nameOf(id)}
                  </li>
                ))}
              </List>
            </section>
          )}
        </FormBody>
      )}
    </Dialog>
  )
}
