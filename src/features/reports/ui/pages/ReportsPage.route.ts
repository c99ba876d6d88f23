import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { reportsList } from '../../contract.ts'
import { reportsInput } from '../query-params.ts'

export { ReportsPage as component } from './ReportsPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(reportsList, reportsInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.reports_page_title(),
  description: m.reports_page_about(),
  robots: 'noindex',
})
