import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { auditList } from '../../contract.ts'
import { logInput } from '../query-params.ts'

export { LogPage as component } from './LogPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(rolesOwn, {}), want(auditList, logInput(query))]

export const head: PageParts['head'] = () => ({ title: m.admin_log_head(), description: m.admin_log_description(), robots: 'noindex' })
