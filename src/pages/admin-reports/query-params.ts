import { REPORT_STATES, type ReportState } from '#reports/contract.ts'

type Query = Readonly<Record<string, string>>

export const REPORTS_PER_PAGE = 50

/** Which list an address asks for: open reports, unless it names another state. */
export const reportStateParam = ({ state }: Query): ReportState => REPORT_STATES.find(each => each === state) ?? 'open'

/** Returns the input of the list's subscription for an address. An invalid cursor is left out. */
export const reportsInput = (query: Query) => ({
  state: reportStateParam(query),
  limit: REPORTS_PER_PAGE,
  ...(query.before !== undefined && /^[\x21-\x7e]{1,64}$/.test(query.before) ? { before: query.before } : {}),
})
