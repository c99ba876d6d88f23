import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { groupsList } from '../../contract.ts'
import { groupsInput } from '../query-params.ts'

export { GroupsPage as component } from './GroupsPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(groupsList, groupsInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.groups_page_title(),
  description: m.groups_page_about(),
})
