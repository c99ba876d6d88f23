import { type PageRoute, want } from '../../../platform/live/route.ts'
import { foldName } from '../../accounts/rules.ts'
import { type GroupDoc, groupsOne } from '../../groups/contract.ts'
import { type MachineDoc, machinesOne } from '../../machines/contract.ts'
import { type PlayerDoc, playersOne } from '../../players/contract.ts'
import {
  boardsTop,
  groupsMachines,
  type PlaceDoc,
  playersProgress,
  playersScores,
  type ScoreDoc,
  scoresOne,
  scoresPlaces,
  scoresRecent,
} from '../contract.ts'
import { boardInput, groupBoardInput, groupScoresInput, homeInput, machineOf, progressInput, recordInput, windowOf } from './inputs.ts'
import { GroupPage } from './pages/GroupPage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { MachinePage } from './pages/MachinePage.tsx'
import { PlayerPage } from './pages/PlayerPage.tsx'
import { ScorePage } from './pages/ScorePage.tsx'
import { SubmitPage } from './pages/SubmitPage.tsx'

const number = new Intl.NumberFormat('en-US')

export const scoresRoutes: readonly PageRoute[] = [
  {
    path: '/',
    query: ['before'],
    live: ({ query }) => [want(scoresRecent, homeInput(query))],
    head: () => ({
      title: 'Skillshot: pinball scores, live',
      description: 'Put your pinball scores on the board, see your rank at once, and watch the boards move.',
    }),
    component: HomePage,
  },
  {
    path: '/scores/$scoreId',
    query: [],
    live: ({ params }) => [want(scoresOne, { scoreId: params.scoreId! }), want(scoresPlaces, { scoreId: params.scoreId! })],
    head: ({ params }, store) => {
      const score = store.collection('scores').get(params.scoreId!) as unknown as ScoreDoc | undefined
      if (score === undefined) return { title: 'Score · Skillshot', description: 'A pinball score on Skillshot.' }
      const words = `${number.format(score.value)} on ${score.machineName} by ${score.displayName}`
      const place = store.collection('places').get(`${score.userId}/${score.machineId}/all`) as unknown as PlaceDoc | undefined
      return {
        title: `${words} · Skillshot`,
        description: `${words}. See where it stands on the board.`,
        // With the rank of now: chats keep the picture that they first saw under an address.
        image: { path: `/scores/${params.scoreId}/card.png?v=${score.version}-${place?.rank ?? 0}`, width: 1200, height: 630, alt: words },
      }
    },
    component: ScorePage,
  },
  {
    path: '/machines/$machineId',
    query: ['window'],
    live: ({ params, query }) => {
      const machineId = params.machineId!
      return [
        want(machinesOne, { machineId }),
        want(boardsTop, boardInput(machineId, windowOf(query))),
        want(boardsTop, recordInput(machineId)),
      ]
    },
    head: ({ params }, store) => {
      const machine = store.collection('machines').get(params.machineId!) as unknown as MachineDoc | undefined
      const name = machine?.name ?? 'Machine'
      return { title: `${name} · Skillshot`, description: `The board of ${name}: who holds the record, and how players score on it.` }
    },
    component: MachinePage,
  },
  {
    path: '/players/$username',
    query: ['machine'],
    live: ({ params, query }) => [
      want(playersOne, { username: params.username! }),
      want(playersScores, { username: params.username!, limit: 20 }),
      want(playersProgress, progressInput(params.username!, query)),
    ],
    head: ({ params }, store) => {
      const players = store.collection('players').all() as unknown as PlayerDoc[]
      const player = players.find(({ username }) => foldName(username ?? '') === foldName(params.username!))
      const name = player?.displayName ?? params.username!
      return {
        title: `${name} · Skillshot`,
        description: `Bests and latest pinball scores of ${name}.`,
        ...(player?.unlisted ? { robots: 'noindex' as const } : {}),
      }
    },
    component: PlayerPage,
  },
  {
    path: '/groups/$groupId',
    query: ['machine', 'window'],
    live: ({ params, query }) => {
      const groupId = params.groupId!
      const machineId = machineOf(query)
      return [
        want(groupsOne, { groupId }),
        want(groupsMachines, { groupId }),
        ...(machineId === null ? [] : [want(boardsTop, groupBoardInput(groupId, machineId, windowOf(query)))]),
        want(scoresRecent, groupScoresInput(groupId)),
      ]
    },
    head: ({ params }, store) => {
      const group = store.collection('groups').get(params.groupId!) as unknown as GroupDoc | undefined
      const name = group?.name ?? 'Group'
      return { title: `${name} · Skillshot`, description: `The pinball boards of ${name}.` }
    },
    component: GroupPage,
  },
  {
    path: '/submit',
    query: ['machine'],
    live: ({ query }) =>
      query.machine !== undefined && /^[\x21-\x7e]{1,64}$/.test(query.machine) ? [want(machinesOne, { machineId: query.machine })] : [],
    head: () => ({ title: 'Add a score · Skillshot', description: 'Put a pinball score on the board in ten seconds.' }),
    component: SubmitPage,
  },
]
