import { MACHINE_TYPES, type MachineType } from '../contract.ts'

/** What the catalogue page asks for by its address; what cannot be meant is left out. */
export function browseInput({ q, type, page }: Readonly<Record<string, string>>): { text?: string; type?: MachineType; page?: number } {
  const text = [...(q ?? '').normalize('NFC').trim()].slice(0, 100).join('')
  const known = MACHINE_TYPES.find(each => each === type)
  const number = /^\d{1,3}$/.test(page ?? '') ? Number(page) : 1
  return { ...(text === '' ? {} : { text }), ...(known === undefined ? {} : { type: known }), ...(number > 1 ? { page: number } : {}) }
}

/** The machine that the edit page's address names; null: none. */
export const editedMachine = ({ machine = '' }: Readonly<Record<string, string>>): string | null =>
  /^[\x21-\x7e]{1,64}$/.test(machine) ? machine : null
