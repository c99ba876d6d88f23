import { jobsFailed } from '#admin/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { JobsPage as component } from './JobsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(jobsFailed, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_failed_jobs()} · Skillshot`,
  description: m.roles_tab_jobs_words(),
  robots: 'noindex',
})
