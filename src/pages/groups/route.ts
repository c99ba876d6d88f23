import { groupsList } from '#groups/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { groupsInput } from './query-params.ts'

export { GroupsPage as component } from './GroupsPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(groupsList, groupsInput(query))]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_groups()} · Skillshot`,
  description: m.groups_page_about(),
})
