import type { ComponentType } from 'react'
import { typedNumber } from '#platform/text/numbers.ts'
import type { Form, FormProblems } from '#platform/ui/form/use-form.ts'
import type { EventFormat } from '../registry.ts'
import type { EventValues } from './event-values.ts'

/** Values of a format's fields in the event form, by `format.` and the option's path on the wire. */
export type FormatValues = { [option: `format.${string}`]: string }

export interface MachineFieldProps {
  form: Form<EventValues>
  machineId: string
  /** the machine's name */
  name: string
}

/** A format's part of the event form, fetched when the format is chosen. A format's folder exports it from `ui/form.tsx` as `form`. */
export interface FormatForm<F = EventFormat> {
  /** what the fields of a new event start with */
  readonly initial: FormatValues
  toValues(format: F): FormatValues
  /** Returns the format; the contract checks it. @param values with a value for each field of `initial` */
  toFormat(values: EventValues, machineIds: readonly string[]): F
  /** Returns what is missing, by field. */
  validate?(values: EventValues, machineIds: readonly string[]): FormProblems<EventValues>
  /** Returns the field that shows a problem with an option, where that is not the option itself. */
  fieldOf?(option: `format.${string}`): (keyof EventValues & string) | undefined
  /** the fields of the options; left out: there are none */
  Fields?: ComponentType<{ form: Form<EventValues> }>
  /** a field beside each of the event's machines */
  MachineField?: ComponentType<MachineFieldProps>
  /** true: groups play, whose results are entered */
  readonly hasGroups?: boolean
  /** a note below the event's machines */
  machinesNote?(): string
}

/** Returns the whole number in a text field; undefined: it is empty; NaN: it is not read as one. */
export const numberIn = (typed = ''): number | undefined => (typed.trim() === '' ? undefined : typedNumber(typed))

/** Returns an object with the number under the key, or an empty one if the field is empty. */
export const optionalNumber = <Key extends string>(key: Key, typed: string | undefined): { [K in Key]?: number } => {
  const number = numberIn(typed)
  return number === undefined ? {} : ({ [key]: number } as { [K in Key]?: number })
}

export const isNumber = (typed: string | undefined): boolean => !Number.isNaN(numberIn(typed) ?? Number.NaN)

/** Returns the text of a field for an optional number. */
export const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value))
