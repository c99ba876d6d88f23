import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import type { RecordValues } from '#platform/live/record.ts'
import { typedNumber } from '#platform/text/numbers.ts'
import type { FormProblems } from '#platform/ui/form/use-form.ts'
import { MACHINE_FIELDS } from '../contract/machine-fields.ts'
import { DISPLAYS, MACHINE_TYPES, PLAYER_COUNTS } from '../contract/machine-types.ts'
import type { MachineDoc } from '../contract/machines.ts'

/** The machine data as the methods take it. null: the field is empty. */
export type MachineInput = RecordValues<typeof MACHINE_FIELDS>

/** A machine's values in a form: all are text, '' for unknown values. */
export type MachineValues = { [Field in keyof MachineInput]: string }

const toTexts = (machine: Partial<MachineInput>): MachineValues =>
  Object.fromEntries(Object.keys(MACHINE_FIELDS).map(field => [field, String(machine[field as keyof MachineInput] ?? '')])) as MachineValues

export const NO_MACHINE: MachineValues = toTexts({ type: 'ss' })

export const toMachineFormValues = (machine: MachineDoc): MachineValues => toTexts(machine)

const parseNumber = (typed: string): number | null => (typed.trim() === '' ? null : typedNumber(typed))

/** Converts form values to method input. It does not validate them; the server does. */
export const toMachineInput = (values: MachineValues): MachineInput => ({
  name: values.name.trim(),
  manufacturer: values.manufacturer.trim(),
  year: parseNumber(values.year),
  type: MACHINE_TYPES.find(each => each === values.type) ?? 'ss',
  display: DISPLAYS.find(each => each === values.display) ?? null,
  playerCount: PLAYER_COUNTS.find(each => String(each) === values.playerCount) ?? null,
  opdbId: values.opdbId.trim() || null,
  ipdbId: parseNumber(values.ipdbId),
})

/** Returns the input without the fields that are null. */
export const omitNulls = <Input extends object>(input: Input): { [Key in keyof Input]: Exclude<Input[Key], null> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as { [Key in keyof Input]: Exclude<Input[Key], null> }

/** Returns only the fields that differ between the two sets of form values. */
export function diffMachineInput(before: MachineValues, after: MachineValues): Partial<MachineInput> {
  const [from, to] = [toMachineInput(before), toMachineInput(after)]
  return Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key as keyof MachineInput] !== value))
}

/** Returns a sentence for each form field that a 400 error of the server is about; null if it is about none of them. */
export function mapMachineServerError(error: unknown): FormProblems<MachineValues> | null {
  const found = fieldProblems(error).filter(({ path }) => path in NO_MACHINE)
  return found.length === 0 ? null : Object.fromEntries(found.map(problem => [problem.path, fieldProblemText(problem)]))
}
