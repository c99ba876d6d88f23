import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { type Client, connect } from './client.ts'
import { addCrowd, type Crowd } from './crowd.ts'
import { Server } from './server.ts'

const DAY = 86_400_000

export const SITES = ['empty', 'usual', 'crowded'] as const
export type SiteName = (typeof SITES)[number]
export type Role = 'visitor' | 'player' | 'director' | 'administrator'

/** What the screens of a site show: ids of what exists there. */
export interface Subjects {
  machineId: string
  scoreId: string
  /** a score of the player, who may correct and remove it */
  ownScoreId: string
  username: string
  groupId: string
  /** rounds under way */
  eventId: string
  /** every player enters scores */
  scoreEventId: string
  upcomingEventId: string
  finishedEventId: string
  cancelledEventId: string
  /** a season whose nights are the events above, made by the director */
  seriesSlug: string
  /** machines on which nobody has a score */
  unplayed: string[]
}

export interface PictureSite {
  name: SiteName
  server: Server
  subjects: Subjects
  /** user names */
  roles: Readonly<Record<Exclude<Role, 'visitor'>, string>>
}

interface EventDoc {
  name: string
  state: string
}

/**
 * Starts the sites whose screens are taken: one with an administrator and nothing else, one with the demo, and one with the demo and a crowd.
 * @param folder for their data
 * @param reuse whether the data of an earlier run are used if they are there. Their times are those of that run
 */
export async function openSites(folder: string, names: readonly SiteName[], reuse: boolean): Promise<PictureSite[]> {
  if (!reuse) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const needsDemo = names.includes('usual') || names.includes('crowded')
  const demo = new Server(join(folder, 'usual'))
  if (needsDemo && !existsSync(join(folder, 'usual/ready'))) {
    await demo.run('demo')
    // Node's copy functions do not preserve the owners of files, which Postgres checks.
    rmSync(join(folder, 'crowded'), { recursive: true, force: true })
    if (names.includes('crowded')) execFileSync('cp', ['-a', '--reflink=auto', join(folder, 'usual'), join(folder, 'crowded')])
    writeFileSync(join(folder, 'usual/ready'), '')
  }
  return Promise.all(names.map(name => openSite(folder, name)))
}

async function openSite(folder: string, name: SiteName): Promise<PictureSite> {
  const server = new Server(join(folder, name))
  await server.start()
  const client = await connect(server.endpoint)
  const known = join(folder, name, 'subjects.json')
  let subjects: Subjects
  if (existsSync(known)) {
    subjects = JSON.parse(readFileSync(known, 'utf8')) as Subjects
    subjects.unplayed = (await unplayed(client)).slice(-80)
  } else {
    await client.signUp('olga', 'Olga Operator')
    await server.run('admin', 'roles', '--add', 'admin', '--username', 'olga')
    subjects = name === 'empty' ? await findMachinesOnly(client) : await findSubjects(client)
    if (name === 'crowded') subjects = { ...subjects, ...fromCrowd(await addCrowd(server.endpoint)) }
    if (name !== 'empty') {
      await confirmLastGroup(client, subjects.eventId)
      subjects.seriesSlug = await addSeason(client, subjects)
    }
    writeFileSync(known, JSON.stringify(subjects))
  }
  await client.close()
  const roles =
    name === 'empty'
      ? { player: 'olga', director: 'olga', administrator: 'olga' }
      : { player: 'tilda', director: 'dina', administrator: 'olga' }
  return { name, server, subjects, roles }
}

const fromCrowd = ({ machineId, username, scoreId, groupId, eventId, scoreEventId }: Crowd): Partial<Subjects> => ({
  machineId,
  username,
  scoreId,
  groupId,
  eventId,
  scoreEventId,
})

async function unplayed(client: Client): Promise<string[]> {
  const machines = await client.read<{ scores?: number; players?: number }>('machines.all', {}, 'machines')
  return machines.filter(each => !each.scores && !each.players).map(({ _id }) => _id)
}

/** The site that has nothing yet. `addEmptyThings` gives it the rest. */
async function findMachinesOnly(client: Client): Promise<Subjects> {
  const machines = await unplayed(client)
  const none = { scoreId: '', ownScoreId: '', groupId: '', eventId: '', scoreEventId: '' }
  const events = { upcomingEventId: '', finishedEventId: '', cancelledEventId: '', seriesSlug: '' }
  return { ...none, ...events, machineId: machines[0]!, username: 'olga', unplayed: machines.slice(20) }
}

async function findSubjects(client: Client): Promise<Subjects> {
  const find = async (text: string): Promise<string> =>
    (await client.call<{ machineId: string }[]>('machines.search', { text, limit: 1 }))[0]!.machineId
  const events: (EventDoc & { _id: string })[] = []
  for (const state of ['upcoming', 'live', 'finished', 'cancelled'])
    events.push(...(await client.read<EventDoc>('events.list', { state }, 'events')))
  const event = (name: string): string => events.find(each => each.name.startsWith(name))?._id ?? events[0]!._id
  const groups = await client.read<{ name: string }>('groups.list', {}, 'groups')
  const scores = await client.read<{ picture?: object; status: string; comments: number }>('scores.recent', { limit: 100 }, 'scores')
  const own = await client.read('players.scores', { username: 'tilda', limit: 20 }, 'scores')
  return {
    machineId: await find('attack from mars'),
    scoreId: (scores.find(each => each.picture !== undefined && each.comments > 0) ?? scores.find(each => each.picture) ?? scores[0]!)._id,
    ownScoreId: own[0]!._id,
    username: 'max',
    groupId: groups.find(each => each.name === 'Silverball League')!._id,
    eventId: event('Flip Night'),
    scoreEventId: event('Selfie'),
    upcomingEventId: event('Pin-Golf'),
    finishedEventId: event('Last Ball'),
    cancelledEventId: event('Attic'),
    seriesSlug: '',
    unplayed: (await unplayed(client)).slice(-80),
  }
}

/** Enters the result of the last group of the newest round as the director, so that there is a game that can be voided. */
async function confirmLastGroup(client: Client, eventId: string): Promise<void> {
  await client.signIn('dina')
  const groups = await client.read<{ round: number; entrantIds: string[] }>('events.rounds', { eventId, round: 'latest' }, 'eventGroups')
  const round = Math.max(...groups.map(group => group.round))
  const last = groups.filter(group => group.round === round).at(-1)!
  await client.call('events.result', { eventId, groupId: last._id, order: last.entrantIds })
}

/** Adds a season of the site, whose nights are events that everybody may see. The director is signed in. @returns its slug */
async function addSeason(client: Client, { eventId, scoreEventId, upcomingEventId, finishedEventId }: Subjects): Promise<string> {
  const points = { kind: 'places', table: 'papa' }
  const { seriesId, slug } = await client.call<{ seriesId: string; slug: string }>('series.add', {
    ...{ _id: v7(), name: 'Winter season', points, drop: 1, attendance: 1, ties: ['night-wins'] },
  })
  const eventIds = [finishedEventId, scoreEventId, eventId, upcomingEventId]
  await client.call('series.setEvents', { seriesId, eventIds, was: [] })
  return slug
}

/** Gives the empty site what can be empty in its turn: a group without members, events without players, a score that nobody has seen. */
export async function addEmptyThings({ server, subjects }: PictureSite): Promise<void> {
  if (subjects.scoreId !== '') return
  const client = await connect(server.endpoint)
  await client.signIn('olga')
  const [scoreId, groupId] = [v7(), v7()]
  await client.call('scores.submit', { _id: scoreId, machineId: subjects.unplayed.pop(), value: 1_234_560 })
  await client.call('groups.add', { _id: groupId, name: 'First group', visibility: 'public' })
  const add = async (days: number, format: object): Promise<string> => {
    const _id = v7()
    const startsAt = new Date(Date.now() + days * DAY)
    const endsAt = new Date(startsAt.getTime() + DAY)
    const machineIds = subjects.unplayed.slice(0, 5)
    await client.call('events.add', { _id, name: 'First event', startsAt, endsAt, timeZone: 'Europe/Berlin', format, machineIds })
    return _id
  }
  const matchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 5, points: 'ifpa' }
  const bestGame = { kind: 'best-game', points: 'papa' }
  const cancelledEventId = await add(2, matchPlay)
  await client.call('events.cancel', { eventId: cancelledEventId })
  const finishedEventId = await add(-2, bestGame)
  Object.assign(subjects, {
    ...{ scoreId, ownScoreId: scoreId, groupId, cancelledEventId, finishedEventId },
    eventId: await add(-0.1, matchPlay),
    scoreEventId: await add(-0.1, bestGame),
    upcomingEventId: await add(3, matchPlay),
  })
  const season = await client.call<{ slug: string }>('series.add', { _id: v7(), name: 'First season' })
  subjects.seriesSlug = season.slug
  await client.close()
}
