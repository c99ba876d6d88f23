import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { reportsList } from '#reports/contract.ts'
import { rolesOwn } from '#roles/contract.ts'
import { reportsInput } from './query-params.ts'

export { ReportsPage as component } from './ReportsPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(reportsList, reportsInput(query))]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_reports()} · Skillshot`,
  description: m.ui_reports_about(),
  robots: 'noindex',
})
