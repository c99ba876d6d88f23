import { type MachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type BoardDoc, boardsTop } from '#scores/contract/boards.ts'
import { plainBoardKey } from '#scores/rules.ts'
import { boardInput, readWindow, recordInput } from '#scores/ui/board-params.ts'

export { MachinePage as component } from './MachinePage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const machineId = params.machineId!
  return [
    subscribeTo(machinesOne, { machineId }),
    ...(query.venue ? [] : [subscribeTo(boardsTop, boardInput(machineId, readWindow(query)))]),
    subscribeTo(boardsTop, recordInput(machineId)),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const machine = store.collection('machines').get(params.machineId!) as unknown as MachineDoc | undefined
  const name = machine?.name ?? m.scores_machine_head()
  const board = store.collection('boards').get(plainBoardKey(params.machineId!)) as unknown as BoardDoc | undefined
  const best = board?.best ?? null
  return {
    title: `${name} · Skillshot`,
    description: m.scores_machine_head_text({ name }),
    // Chats cache the first picture they get for an address, so it contains the language and the record.
    ...(best === null
      ? {}
      : {
          image: {
            path: `/machines/${params.machineId}/card.png?lang=${getActiveLocale()}&v=${best}`,
            width: 1200,
            height: 630,
            alt: m.scores_machine_card({ name, value: plainNumber(best) }),
          },
        }),
    feed: `/feed.atom?machine=${encodeURIComponent(params.machineId!)}`,
  }
}
