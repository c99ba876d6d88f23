import { auditList } from '#admin/contract.ts'
import { logInput } from '#admin/ui/query-params.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { LogPage as component } from './LogPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(auditList, logInput(query))]

export const head: PageModule['head'] = () => ({ title: `${m.ui_log()} · Skillshot`, description: m.ui_log_about(), robots: 'noindex' })
