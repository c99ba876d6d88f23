import { DdpError } from '../../../ddp/wire/error.ts'
import type { FormProblems } from '../../accounts/ui/parts/use-form.ts'
import { DISPLAYS, MACHINE_TYPES, type MachineDoc, type MachineType, PLAYER_COUNTS } from '../contract.ts'

/** A machine as it stands in a form: everything as text, '' for what is not known. */
export type MachineValues = {
  name: string
  manufacturer: string
  year: string
  type: string
  display: string
  playerCount: string
  opdbId: string
  ipdbId: string
}

export const NO_MACHINE: MachineValues = {
  name: '',
  manufacturer: '',
  year: '',
  type: 'ss',
  display: '',
  playerCount: '',
  opdbId: '',
  ipdbId: '',
}

const text = (value: string | number | null | undefined): string => (value === null || value === undefined ? '' : String(value))

export const toMachineFormValues = ({
  name,
  manufacturer,
  year,
  type,
  display,
  playerCount,
  opdbId,
  ipdbId,
}: MachineDoc): MachineValues => ({
  name,
  manufacturer,
  year: text(year),
  type,
  display: text(display),
  playerCount: text(playerCount),
  opdbId: text(opdbId),
  ipdbId: text(ipdbId),
})

/** What the methods take; null where nothing was typed. */
export interface MachineInput {
  name: string
  manufacturer: string
  year: number | null
  type: MachineType
  display: (typeof DISPLAYS)[number] | null
  playerCount: (typeof PLAYER_COUNTS)[number] | null
  opdbId: string | null
  ipdbId: number | null
}

const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim()))

/** What was typed, as the methods take it. What cannot be meant they will say. */
export const toMachineInput = (values: MachineValues): MachineInput => ({
  name: values.name.trim(),
  manufacturer: values.manufacturer.trim(),
  year: numberOf(values.year),
  type: MACHINE_TYPES.find(each => each === values.type) ?? 'ss',
  display: DISPLAYS.find(each => each === values.display) ?? null,
  playerCount: PLAYER_COUNTS.find(each => String(each) === values.playerCount) ?? null,
  opdbId: values.opdbId.trim() || null,
  ipdbId: numberOf(values.ipdbId),
})

/** Without what nothing was typed for. */
export const known = <Input extends object>(input: Input): { [Key in keyof Input]: Exclude<Input[Key], null> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as { [Key in keyof Input]: Exclude<Input[Key], null> }

/** Only what differs from what is there. */
export function diffMachineInput(before: MachineValues, after: MachineValues): Partial<MachineInput> {
  const [from, to] = [toMachineInput(before), toMachineInput(after)]
  return Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key as keyof MachineInput] !== value))
}

/** Which fields a 400 is about, in sentences; null: none of them. */
export function mapMachineServerError(error: unknown): FormProblems<MachineValues> | null {
  if (!(error instanceof DdpError) || error.error !== 400 || !Array.isArray(error.details)) return null
  const found = (error.details as { path: string; message: string }[]).filter(({ path }) => path in NO_MACHINE)
  if (found.length === 0) return null
  return Object.fromEntries(found.map(({ path, message }) => [path, `${message[0]!.toUpperCase()}${message.slice(1)}.`]))
}
