import styles from '#events/ui/form/event-form.module.css'
import { ScoreField, unreadProblem } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import type { FormProblems } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import type { Targets } from '../targets.ts'
import type { EventValues } from './event-values.ts'
import { type FormatForm, type FormatValues, type MachineFieldProps, numberIn } from './format-form.ts'

const targetOption = (machineId: string) => `format.targets.${machineId}` as const

/** The score to reach on a machine. */
function TargetField({ form, machineId, name }: MachineFieldProps) {
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

/** The parts of a form that concern targets. */
export const targetsForm = {
  toValues: (targets: Targets): FormatValues =>
    Object.fromEntries(Object.entries(targets).map(([id, score]) => [targetOption(id), String(score)])),
  toTargets: (values: EventValues, machineIds: readonly string[]): Targets =>
    Object.fromEntries(
      machineIds.flatMap((id): [string, number][] => {
        const score = numberIn(values[targetOption(id)])
        return score === undefined ? [] : [[id, score]]
      }),
    ),
  /** Returns what is not read as a score; targets may be missing. */
  validate: (values: EventValues, machineIds: readonly string[]): FormProblems<EventValues> =>
    Object.fromEntries(
      machineIds.flatMap(id => {
        const problem = unreadProblem(values[targetOption(id)] ?? '')
        return problem === undefined ? [] : [[targetOption(id), problem] as const]
      }),
    ),
  /** Returns what is not read as a score, or that there is no target at all. */
  validateSome(values: EventValues, machineIds: readonly string[]): FormProblems<EventValues> {
    const unread = targetsForm.validate(values, machineIds)
    if (Object.keys(unread).length > 0) return unread
    const [first] = machineIds
    const hasNoTarget = first !== undefined && Object.keys(targetsForm.toTargets(values, machineIds)).length === 0
    return hasNoTarget ? { [targetOption(first)]: m.events_form_no_target() } : {}
  },
  fieldOf: (option: `format.${string}`) =>
    option === 'format.targets' ? ('machineIds' as const) : option.startsWith('format.targets.') ? option : undefined,
  MachineField: TargetField,
} satisfies Pick<FormatForm, 'validate' | 'fieldOf' | 'MachineField'> & object
