import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { eventsList } from '../../../events/contract/publications.ts'
import { groupEventsInput } from '../../../events/ui/parts/event-list-query.ts'
import { type GroupDoc, groupsOne } from '../../../groups/contract.ts'
import { boardsTop, groupsMachines, scoresRecent } from '../../contract.ts'
import { groupBoardInput, groupScoresInput, readMachineId, readWindow } from '../query-params.ts'

export { GroupPage as component } from './GroupPage.tsx'

export const live: PageParts['live'] = ({ params, query }) => {
  const groupId = params.groupId!
  const machineId = readMachineId(query)
  return [
    want(groupsOne, { groupId }),
    want(groupsMachines, { groupId }),
    want(eventsList, groupEventsInput(groupId)),
    ...(machineId === null ? [] : [want(boardsTop, groupBoardInput(groupId, machineId, readWindow(query)))]),
    want(scoresRecent, groupScoresInput(groupId)),
  ]
}

export const head: PageParts['head'] = ({ params }, store) => {
  const group = store.collection('groups').get(params.groupId!) as unknown as GroupDoc | undefined
  const name = group?.name ?? m.scores_group_head()
  return { title: `${name} · Skillshot`, description: m.scores_group_head_text({ name }) }
}
