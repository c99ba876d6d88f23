import { type BrowseInput, MACHINE_SORTS, type MachineSort } from '../contract/catalogue.ts'
import { MACHINE_TYPES } from '../contract/machine-types.ts'

type Query = Readonly<Record<string, string>>

/** The order in which the page of the catalogue shows the machines if its address names none: those that are being played come first. */
export const DEFAULT_SORT: MachineSort = 'recent'

const cut = (text: string | undefined): string => [...(text ?? '').normalize('NFC').trim()].slice(0, 100).join('')

/** Parses the query parameters of the catalogue page. Invalid ones are left out. */
export function browseInput({ q, type, maker, decade, played, sort, page }: Query): BrowseInput & { sort: MachineSort } {
  const text = cut(q)
  const manufacturer = cut(maker)
  const parsedType = MACHINE_TYPES.find(each => each === type)
  const number = /^\d{1,3}$/.test(page ?? '') ? Number(page) : 1
  return {
    ...(text === '' ? {} : { text }),
    ...(parsedType === undefined ? {} : { type: parsedType }),
    ...(manufacturer === '' ? {} : { manufacturer }),
    ...(/^(?:19[3-9]|20\d)0$/.test(decade ?? '') ? { decade: Number(decade) } : {}),
    ...(played === '1' ? { played: true } : {}),
    sort: MACHINE_SORTS.find(each => each === sort) ?? DEFAULT_SORT,
    ...(number > 1 ? { page: number } : {}),
  }
}

/** The address of the catalogue page that shows this; the reverse of `browseInput`. */
export function browseHref({ text = '', type, manufacturer, decade, played, sort = DEFAULT_SORT, page = 1 }: BrowseInput): string {
  const query = new URLSearchParams()
  if (text !== '') query.set('q', text)
  if (type !== undefined) query.set('type', type)
  if (manufacturer !== undefined) query.set('maker', manufacturer)
  if (decade !== undefined) query.set('decade', String(decade))
  if (played === true) query.set('played', '1')
  if (sort !== DEFAULT_SORT) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/machines' : `/machines?${query}`
}

/** The machine id in the query parameters of the edit page; null if there is none or it is invalid. */
export const readEditedMachineId = ({ machine = '' }: Query): string | null => (/^[\x21-\x7e]{1,64}$/.test(machine) ? machine : null)
