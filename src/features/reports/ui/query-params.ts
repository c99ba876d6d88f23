import { REPORT_STATES, type ReportState } from '../contract.ts'

type Query = Readonly<Record<string, string>>

export const REPORTS_PER_PAGE = 50

/** The list in an address; open ones for anything else. */
export const reportStateParam = ({ state }: Query): ReportState => REPORT_STATES.find(each => each === state) ?? 'open'

/** What the page asks for. A cursor that cannot be one is left out. */
export const reportsInput = (query: Query) => ({
  state: reportStateParam(query),
  limit: REPORTS_PER_PAGE,
  ...(query.before !== undefined && /^[\x21-\x7e]{1,64}$/.test(query.before) ? { before: query.before } : {}),
})
