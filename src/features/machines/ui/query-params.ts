import { MACHINE_TYPES, type MachineType } from '../contract.ts'

/** Parses the query parameters of the catalogue page. Invalid ones are left out. */
export function browseInput({ q, type, page }: Readonly<Record<string, string>>): { text?: string; type?: MachineType; page?: number } {
  const text = [...(q ?? '').normalize('NFC').trim()].slice(0, 100).join('')
  const parsedType = MACHINE_TYPES.find(each => each === type)
  const number = /^\d{1,3}$/.test(page ?? '') ? Number(page) : 1
  return {
    ...(text === '' ? {} : { text }),
    ...(parsedType === undefined ? {} : { type: parsedType }),
    ...(number > 1 ? { page: number } : {}),
  }
}

/** The machine id in the query parameters of the edit page; null if there is none or it is invalid. */
export const readEditedMachineId = ({ machine = '' }: Readonly<Record<string, string>>): string | null =>
  /^[\x21-\x7e]{1,64}$/.test(machine) ? machine : null
