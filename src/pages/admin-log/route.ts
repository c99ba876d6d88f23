import * as m from '#messages'
import { auditList } from '../../features/admin/contract.ts'
import { logInput } from '../../features/admin/ui/query-params.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { LogPage as component } from './LogPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(auditList, logInput(query))]

export const head: PageModule['head'] = () => ({ title: m.admin_log_head(), description: m.admin_log_description(), robots: 'noindex' })
