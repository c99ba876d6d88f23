import { useRef } from 'react'
import { v7 } from 'uuid'
import { eventsEnter } from '#events/contract/attempts.ts'
import { scoreRules } from '#events/formats/registry.ts'
import { useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants, useEvent } from '#events/ui/use-event.ts'
import { ScoreField, unreadProblem } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useAnnounce } from '../action-area.tsx'

/** Dialog in which the director enters a score for an entrant. @param entrantId the entrant; '': to be chosen in the dialog */
export function EnterScore({ event, entrantId, onClose }: { event: ShownEvent; entrantId: string; onClose: () => void }) {
  const { _id: eventId, format } = event
  const enter = useScorekeeperMethod(eventsEnter)
  const announce = useAnnounce()
  const entrants = useEntrants(eventId)
  const rules = scoreRules(format)
  const machines = useEvent(eventId).machines.filter(({ active, machineId }) => active && rules?.machineIds([machineId]).length === 1)
  /** The id of the last request. Sending the same score again reuses it. */
  const lastRequest = useRef<{ id: string; text: string } | null>(null)
  const form = useForm({
    initial: {
      entrantId: entrantId === '' ? (entrants[0]?._id ?? '') : entrantId,
      machineId: machines[0]?.machineId ?? '',
      digits: '',
      ball: '',
    },
    check: ({ digits }) => {
      const value = Number(digits)
      const missing = value < 1 ? m.events_enter_missing() : value > Number.MAX_SAFE_INTEGER ? m.ui_score_too_high() : undefined
      return { digits: unreadProblem(digits) ?? missing }
    },
    send: async ({ entrantId: entrant, machineId, digits, ball }) => {
      const input = {
        eventId,
        entrantId: entrant,
        machineId,
        value: Number(digits),
        ...(reached ? { strokes: Number(ball || hole.balls) } : {}),
      }
      const text = JSON.stringify(input)
      if (lastRequest.current?.text !== text) lastRequest.current = { id: v7(), text }
      await enter({ _id: lastRequest.current.id, ...input })
      announce(m.events_enter_done())
      onClose()
    },
  })
  const { values } = form
  const hole = rules?.hole(values.machineId) ?? null
  const reached = hole !== null && Number(values.digits) >= hole.target
  const entrant = entrants.find(({ _id }) => _id === values.entrantId)
  return (
    <Dialog
      open
      title={entrantId === '' || entrant === undefined ? m.events_enter_title() : m.events_enter_title_of({ name: entrant.displayName })}
      onClose={onClose}
    >
      <FormBody form={form} action={m.events_enter_action()} wide>
        {entrantId === '' && (
          <Select
            label={m.ui_player()}
            value={values.entrantId}
            choices={entrants.map(({ _id, displayName }) => ({ value: _id, label: displayName }))}
            onChange={chosen => form.set('entrantId', chosen)}
          />
        )}
        <Select
          label={m.ui_machine()}
          value={values.machineId}
          choices={machines.map(({ machineId, name }) => ({ value: machineId, label: name }))}
          onChange={machineId => form.set('machineId', machineId)}
        />
        <ScoreField
          label={m.ui_score()}
          digits={values.digits}
          onDigits={digits => form.set('digits', digits)}
          error={form.field('digits').error}
          hint={hole === null ? undefined : m.events_enter_target({ target: plainNumber(hole.target) })}
        />
        {reached && (
          <RadioList
            label={m.ui_ball_of_target()}
            value={values.ball || String(hole.balls)}
            choices={Array.from({ length: hole.balls }, (_, i) => ({ value: String(i + 1), label: m.events_enter_ball_n({ n: i + 1 }) }))}
            onChange={ball => form.set('ball', ball)}
          />
        )}
      </FormBody>
    </Dialog>
  )
}
