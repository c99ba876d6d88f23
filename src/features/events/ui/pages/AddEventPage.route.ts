import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

const robots = 'noindex'

export { AddEventPage as component } from './NewEventPage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({ title: 'Add event · Skillshot', description: 'Set up an event in two minutes.', robots })
