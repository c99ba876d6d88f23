import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, type Wanted, want } from '../../../platform/live/route.ts'
import { foldName } from '../../accounts/rules.ts'
import type { EventDoc } from '../../events/contract/documents.ts'
import { eventsEntrants } from '../../events/contract/people.ts'
import { eventsRounds } from '../../events/contract/rounds.ts'
import { eventsList, eventsLog, eventsOne, eventsStandings } from '../../events/contract/views.ts'
import { FIRST, showOf, standingsInput } from '../../events/ui/parts/event-address.ts'
import { groupEventsInput } from '../../events/ui/parts/event-list.ts'
import { LIVE_INPUT } from '../../events/ui/parts/LiveEvents.tsx'
import { type GroupDoc, groupsOne } from '../../groups/contract.ts'
import { type MachineDoc, machinesOne } from '../../machines/contract.ts'
import { type PlayerDoc, playersOne } from '../../players/contract.ts'
import { rolesOwn } from '../../roles/contract.ts'
import {
  boardsTop,
  groupsMachines,
  type PlaceDoc,
  playersProgress,
  playersScores,
  type ScoreDoc,
  scoresOne,
  scoresPlaces,
  scoresQueue,
  scoresRecent,
} from '../contract.ts'
import {
  boardInput,
  eventScoresInput,
  groupBoardInput,
  groupScoresInput,
  homeInput,
  machineOf,
  progressInput,
  recordInput,
  SUBMIT_LIVE,
  screenScoresInput,
  windowOf,
} from './inputs.ts'
import { queueInput } from './moderation/queue-input.ts'
import { HomePage } from './pages/HomePage.tsx'
import { MachinePage } from './pages/MachinePage.tsx'
import { PlayerPage } from './pages/PlayerPage.tsx'
import { ScorePage } from './pages/ScorePage.tsx'
import { SubmitPage } from './pages/SubmitPage.tsx'

const number = new Intl.NumberFormat('en-US')

/** What the parts of an event's page need; which part comes first, only the event itself can tell. */
function eventPart(eventId: string, query: Readonly<Record<string, string>>): Wanted[] {
  const show = showOf(query)
  const standings = standingsInput(eventId, show)
  const wanted = standings === null ? [] : [want(eventsStandings, standings)]
  if (show === null || show === 'rounds') wanted.push(want(eventsRounds, { eventId }))
  if (show === null || show === 'rounds' || show === 'players') wanted.push(want(eventsEntrants, { eventId }))
  if (show === 'players') wanted.push(want(eventsLog, { eventId }))
  if (show === 'scores') wanted.push(want(scoresRecent, eventScoresInput(eventId)))
  return wanted
}

export const scoresRoutes: readonly PageRoute[] = [
  {
    path: '/',
    query: ['before'],
    live: ({ query }) => [want(eventsList, LIVE_INPUT), want(scoresRecent, homeInput(query))],
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
        want(eventsList, groupEventsInput(groupId)),
        ...(machineId === null ? [] : [want(boardsTop, groupBoardInput(groupId, machineId, windowOf(query)))]),
        want(scoresRecent, groupScoresInput(groupId)),
      ]
    },
    head: ({ params }, store) => {
      const group = store.collection('groups').get(params.groupId!) as unknown as GroupDoc | undefined
      const name = group?.name ?? 'Group'
      return { title: `${name} · Skillshot`, description: `The pinball boards of ${name}.` }
    },
    ...fetchedLater(async () => (await import('./pages/GroupPage.tsx')).GroupPage),
  },
  {
    path: '/events/$eventId',
    query: ['show', 'machine'],
    live: ({ params, query }) => [want(eventsOne, { eventId: params.eventId! }), ...eventPart(params.eventId!, query)],
    head: ({ params }, store) => {
      const event = store.collection('events').get(params.eventId!) as unknown as EventDoc | undefined
      if (event === undefined) return { title: 'Event · Skillshot', description: 'A pinball event on Skillshot.' }
      return {
        title: `${event.name} · Skillshot`,
        description: `${event.name}: live standings, machine by machine, of a pinball event${event.venue === '' ? '' : ` at ${event.venue}`}.`,
      }
    },
    ...fetchedLater(async () => (await import('./pages/EventPage.tsx')).EventPage),
  },
  {
    path: '/events/$eventId/live',
    query: [],
    live: ({ params }) => [
      want(eventsOne, { eventId: params.eventId! }),
      want(eventsStandings, { eventId: params.eventId!, limit: FIRST }),
      want(eventsRounds, { eventId: params.eventId! }),
      want(eventsEntrants, { eventId: params.eventId! }),
      want(scoresRecent, screenScoresInput(params.eventId!)),
    ],
    head: ({ params }, store) => {
      const event = store.collection('events').get(params.eventId!) as unknown as EventDoc | undefined
      return { title: `${event?.name ?? 'Event'} · Skillshot`, description: 'Live standings for a big screen.', robots: 'noindex' }
    },
    ...fetchedLater(async () => (await import('./pages/BigScreenPage.tsx')).BigScreenPage),
  },
  {
    path: '/submit',
    query: ['machine', 'event'],
    live: ({ query }) => {
      const machineId = machineOf(query)
      return [want(eventsList, SUBMIT_LIVE), ...(machineId === null ? [] : [want(machinesOne, { machineId })])]
    },
    head: () => ({ title: 'Add a score · Skillshot', description: 'Put a pinball score on the board in ten seconds.' }),
    component: SubmitPage,
  },
  {
    path: '/admin/scores',
    query: ['state'],
    hidden: true,
    live: ({ query }) => [want(rolesOwn, {}), want(scoresQueue, queueInput(query))],
    head: () => ({ title: 'Scores · Skillshot', description: 'Scores that wait for a moderator.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/ModerationPage.tsx')).ModerationPage),
  },
]
