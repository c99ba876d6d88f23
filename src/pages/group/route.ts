import * as m from '#messages'
import { eventsList } from '../../features/events/contract/publications.ts'
import { groupEventsInput } from '../../features/events/ui/event-list-query.ts'
import { type GroupDoc, groupsOne } from '../../features/groups/contract.ts'
import { boardsTop } from '../../features/scores/contract/boards.ts'
import { groupsMachines, scoresRecent } from '../../features/scores/contract/scores.ts'
import { groupBoardInput, groupScoresInput, readMachineId, readWindow } from '../../features/scores/ui/query-params.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { GroupPage as component } from './GroupPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const groupId = params.groupId!
  const machineId = readMachineId(query)
  return [
    subscribeTo(groupsOne, { groupId }),
    subscribeTo(groupsMachines, { groupId }),
    subscribeTo(eventsList, groupEventsInput(groupId)),
    ...(machineId === null ? [] : [subscribeTo(boardsTop, groupBoardInput(groupId, machineId, readWindow(query)))]),
    subscribeTo(scoresRecent, groupScoresInput(groupId)),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const group = store.collection('groups').get(params.groupId!) as unknown as GroupDoc | undefined
  const name = group?.name ?? m.scores_group_head()
  return { title: `${name} · Skillshot`, description: m.scores_group_head_text({ name }) }
}
