import type { EventValues } from '#events/formats/ui/event-values.ts'
import { RadioOption, SelectOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, type MachineFieldProps, numberIn } from '#events/formats/ui/format-form.ts'
import styles from '#events/ui/form/event-form.module.css'
import { ScoreField, unreadProblem } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import type { PinGolf } from '../strokes.ts'

const targetOption = (machineId: string) => `format.targets.${machineId}` as const

const toTargets = (values: EventValues, machineIds: readonly string[]): PinGolf['targets'] =>
  Object.fromEntries(
    machineIds.flatMap((id): [string, number][] => {
      const score = numberIn(values[targetOption(id)])
      return score === undefined ? [] : [[id, score]]
    }),
  )

function Fields({ form }: { form: Form<EventValues> }) {
  const balls = [3, 5].map(n => ({ value: String(n), label: m.events_form_balls_n({ n }) }))
  const missed = [
    { value: 'simple', label: m.events_form_missed_simple() },
    { value: 'graded', label: m.events_form_missed_graded(), hint: m.events_form_missed_graded_hint() },
  ]
  return (
    <>
      <SelectOption form={form} option="format.balls" label={m.events_form_balls()} choices={balls} />
      <RadioOption form={form} option="format.missed" label={m.events_form_missed()} choices={missed} />
    </>
  )
}

/** The score to reach on a machine. */
function MachineField({ form, machineId, name }: MachineFieldProps) {
  return (
    <div className={styles.target}>
      <ScoreField
        label={renderMessage(m.events_pick_target({ machine: name }), {
          hidden: text => <VisuallyHidden>{text}</VisuallyHidden>,
        })}
        digits={form.values[targetOption(machineId)] ?? ''}
        error={form.field(targetOption(machineId)).error}
        onDigits={digits => form.set(targetOption(machineId), digits)}
      />
    </div>
  )
}

export const form: FormatForm<PinGolf> = {
  initial: { 'format.balls': '3', 'format.missed': 'simple' },
  toValues: ({ balls, missed, targets }) => ({
    'format.balls': String(balls),
    'format.missed': missed,
    ...Object.fromEntries(Object.entries(targets).map(([id, score]) => [targetOption(id), String(score)])),
  }),
  toFormat: (values, machineIds) =>
    ({
      kind: 'pin-golf',
      balls: Number(values['format.balls']),
      targets: toTargets(values, machineIds),
      missed: values['format.missed'],
    }) as PinGolf,
  validate(values, machineIds) {
    const unread = machineIds.flatMap(id => {
      const problem = unreadProblem(values[targetOption(id)] ?? '')
      return problem === undefined ? [] : [[targetOption(id), problem] as const]
    })
    if (unread.length > 0) return Object.fromEntries(unread)
    const [first] = machineIds
    const hasNoTarget = first !== undefined && Object.keys(toTargets(values, machineIds)).length === 0
    return hasNoTarget ? { [targetOption(first)]: m.events_form_no_target() } : {}
  },
  fieldOf: option => (option === 'format.targets' ? 'machineIds' : option.startsWith('format.targets.') ? option : undefined),
  Fields,
  MachineField,
  machinesNote: m.events_pick_no_target,
}
