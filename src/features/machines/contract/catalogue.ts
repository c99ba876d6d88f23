import * as v from 'valibot'
import { definePublication } from '#platform/live/contract.ts'
import { booleanField, integer, strictObject, text } from '#platform/live/schemas.ts'
import { malformed, mustBeOneOf } from '#platform/text/field-rules.ts'
import { type MachineType, machineType } from './machine-types.ts'

// The catalogue as its page shows it. It is a file of its own because pages that only show a machine need not load it.

/** A document of `machinePages`: the ordered machine ids of one page of the catalogue. Its `_id` is made by `machinePageId`. */
export interface MachinePageDoc {
  machineIds: string[]
  /** how many machines match */
  total: number
  page: number
  pageSize: number
  /** Our addition: the list has changed its order since. Subscribers keep the order that they have; a new subscription gets the new one. */
  outdated?: true
}

/** Our addition: a document of `machineFilters`, by which the catalogue can be filtered. There is only one; its `_id` is `all`. */
export interface MachineFiltersDoc {
  /** all manufacturers, by name */
  manufacturers: string[]
  /** the decades in which machines were made, latest first: 1990 */
  decades: number[]
}

/**
 * The orders of the catalogue: by name; last played first; with the most scores first; made last first. Machines that lack the value come
 * last; equal ones are sorted by name.
 */
export const MACHINE_SORTS = ['name', 'recent', 'most', 'newest'] as const
export type MachineSort = (typeof MACHINE_SORTS)[number]

const decade = v.pipe(
  integer(1930, 2100),
  v.check(value => value % 10 === 0, malformed('must be the first year of a decade, such as 1990')),
)

/**
 * Our addition: one page of the catalogue, so that clients need not load all of a large catalogue. `played`: only machines with a score.
 * A list that is sorted by scores keeps its order for its subscribers, so that rows do not move while somebody reads them; see
 * `MachinePageDoc.outdated`.
 */
export const machinesBrowse = definePublication(
  'machines.browse',
  strictObject({
    text: v.optional(text(0, 100)),
    type: v.optional(machineType),
    manufacturer: v.optional(text(1, 100)),
    decade: v.optional(decade),
    played: v.optional(booleanField),
    sort: v.optional(v.picklist(MACHINE_SORTS, mustBeOneOf(MACHINE_SORTS))),
    page: v.optional(integer(1, 1000)),
  }),
  ['machines', 'machinePages'],
  { example: { text: 'medieval', sort: 'most' }, access: 'everybody', errors: [] },
)

/** Our addition: the values by which the catalogue can be filtered. */
export const machinesFilters = definePublication('machines.filters', strictObject({}), ['machineFilters'], {
  access: 'everybody',
  errors: [],
})

/** What `machines.browse` is asked for. */
export interface BrowseInput {
  text?: string | undefined
  type?: MachineType | undefined
  manufacturer?: string | undefined
  decade?: number | undefined
  played?: boolean | undefined
  sort?: MachineSort | undefined
  page?: number | undefined
}

/**
 * The `_id` of the `machinePages` document for these parameters. The part before the first `/` never contains a text of the caller's as it
 * is, so that different parameters have different ids.
 */
export const machinePageId = ({ text = '', type, manufacturer, decade, played, sort = 'name', page = 1 }: BrowseInput): string => {
  const narrowed = [
    sort === 'name' ? '' : `sort=${sort}`,
    played === true ? 'played' : '',
    decade === undefined ? '' : `decade=${decade}`,
    manufacturer === undefined ? '' : `manufacturer=${encodeURIComponent(manufacturer)}`,
  ].filter(each => each !== '')
  return `${[type ?? '', ...narrowed].join('&')}/${page}/${text}`
}
