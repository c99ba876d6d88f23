import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

const robots = 'noindex'

export { AddEventPage as component } from './NewEventPage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({ title: m.events_add_page_title(), description: m.events_add_page_about(), robots })
