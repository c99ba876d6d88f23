import { eventsList } from '#events/contract/publications.ts'
import { groupEventsInput } from '#events/ui/event-list-query.ts'
import { type GroupDoc, groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { boardsTop } from '#scores/contract/boards.ts'
import { groupsMachines, scoresRecent } from '#scores/contract/scores.ts'
import { groupBoardInput, readWindow } from '#scores/ui/board-params.ts'
import { groupScoresInput, readMachineId } from '#scores/ui/query-params.ts'
import { seriesList } from '#series/contract/publications.ts'
import { seasonsInput } from '#series/ui/Seasons.tsx'

export { GroupPage as component } from './GroupPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const groupId = params.groupId!
  const machineId = readMachineId(query)
  return [
    subscribeTo(groupsOne, { groupId }),
    subscribeTo(groupsMachines, { groupId }),
    subscribeTo(eventsList, groupEventsInput(groupId)),
    subscribeTo(seriesList, seasonsInput(groupId)),
    ...(machineId === null ? [] : [subscribeTo(boardsTop, groupBoardInput(groupId, machineId, readWindow(query)))]),
    subscribeTo(scoresRecent, groupScoresInput(groupId)),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const group = store.collection('groups').get(params.groupId!) as unknown as GroupDoc | undefined
  const name = group?.name ?? m.ui_group()
  return { title: `${name} · Skillshot`, description: m.scores_group_head_text({ name }) }
}
