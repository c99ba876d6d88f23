import * as m from '#messages'
import { jobsFailed } from '../../features/admin/contract.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { JobsPage as component } from './JobsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(jobsFailed, {})]

export const head: PageModule['head'] = () => ({ title: m.admin_jobs_head(), description: m.admin_jobs_description(), robots: 'noindex' })
