import { useRef } from 'react'
import { v7 } from 'uuid'
import { useCall } from '../../../../platform/live/hooks.ts'
import { Dialog } from '../../../../platform/ui/Dialog.tsx'
import { plainNumber } from '../../../../platform/ui/plain-format.ts'
import { RadioList } from '../../../../platform/ui/RadioList.tsx'
import { ScoreField } from '../../../../platform/ui/ScoreField.tsx'
import { Select } from '../../../../platform/ui/Select.tsx'
import { FormBody } from '../../../accounts/ui/parts/FormBody.tsx'
import { useForm } from '../../../accounts/ui/parts/use-form.ts'
import { eventsEnter } from '../../contract/attempts.ts'
import { targetOf } from '../../rules/strokes.ts'
import type { Shown } from '../event.ts'
import { useEntrants, useEvent } from '../parts/use-event.ts'
import { useTell } from './doing.tsx'

/** A score that the director types for somebody. @param entrantId for whom; '': to be chosen */
export function EnterScore({ event, entrantId, onClose }: { event: Shown; entrantId: string; onClose: () => void }) {
  const { _id: eventId, format } = event
  const enter = useCall(eventsEnter)
  const tell = useTell()
  const entrants = useEntrants(eventId)
  const golf = format.kind === 'pin-golf' ? format : null
  const machines = useEvent(eventId).machines.filter(({ active, target }) => active && (golf === null || target !== undefined))
  /** The same score keeps its id however often it is sent. */
  const sent = useRef<{ id: string; text: string } | null>(null)
  const form = useForm({
    initial: {
      entrantId: entrantId === '' ? (entrants[0]?._id ?? '') : entrantId,
      machineId: machines[0]?.machineId ?? '',
      digits: '',
      ball: '',
    },
    check: ({ digits }) => {
      const value = Number(digits)
      const missing =
        value < 1 ? 'Type the score.' : value > Number.MAX_SAFE_INTEGER ? 'That is more than any machine can show.' : undefined
      return { digits: missing }
    },
    send: async ({ entrantId: who, machineId, digits, ball }) => {
      const input = {
        eventId,
        entrantId: who,
        machineId,
        value: Number(digits),
        ...(reached ? { strokes: Number(ball || golf!.balls) } : {}),
      }
      const text = JSON.stringify(input)
      if (sent.current?.text !== text) sent.current = { id: v7(), text }
      await enter({ _id: sent.current.id, ...input })
      tell('The score is entered.')
      onClose()
    },
  })
  const { values } = form
  const target = golf === null ? null : targetOf(golf, values.machineId)
  const reached = target !== null && Number(values.digits) >= target
  const who = entrants.find(({ _id }) => _id === values.entrantId)
  return (
    <Dialog open title={entrantId === '' || who === undefined ? 'Enter a score' : `A score of ${who.displayName}`} onClose={onClose}>
      <FormBody form={form} action="Enter score" wide>
        {entrantId === '' && (
          <Select
            label="Who played?"
            value={values.entrantId}
            choices={entrants.map(({ _id, displayName }) => ({ value: _id, label: displayName }))}
            onChange={chosen => form.set('entrantId', chosen)}
          />
        )}
        <Select
          label="On which machine?"
          value={values.machineId}
          choices={machines.map(({ machineId, name }) => ({ value: machineId, label: name }))}
          onChange={machineId => form.set('machineId', machineId)}
        />
        <ScoreField
          label="Score"
          digits={values.digits}
          onDigits={digits => form.set('digits', digits)}
          error={form.field('digits').error}
          hint={target === null ? undefined : `The target is ${plainNumber(target)}.`}
        />
        {reached && (
          <RadioList
            label="On which ball was the target reached?"
            value={values.ball || String(golf!.balls)}
            choices={Array.from({ length: golf!.balls }, (_, i) => ({ value: String(i + 1), label: `Ball ${i + 1}` }))}
            onChange={ball => form.set('ball', ball)}
          />
        )}
      </FormBody>
    </Dialog>
  )
}
