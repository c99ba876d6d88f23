import { v7 } from 'uuid'
import { type Client, connect } from './client.ts'

const HOUR = 3_600_000
const PLAYERS = 500
const ENTRANTS = 200
const GROUPS = 40
/** How many clients sign players up at the same time. */
const CLIENTS = 4

/** The longest names that the site takes, and names in other scripts. */
const LONG_NAMES = [
  'Bartholomäus Wolfeschlegelsteinhausenbergerdorff-Hohenlohe 3',
  'Maximiliana Evangelina de la Concepción y Fernández-Villaverd',
  'عبد الرحمن بن عبد العزيز القحطاني',
  'Александра Константиновна Преображенская-Вознесенская',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunt',
].map(name => [...name].slice(0, 60).join(''))

const COMMENTS = [
  'Nice.',
  'The left orbit was dead all evening, so this is all multiball. I have no idea how it went on for so long: three extra balls, two of them from the outlane, and the third one I had nudged back in before I knew.',
  'Unbelievable!!! 🎉',
  'Was für ein Spiel. Beim nächsten Mal nehme ich die Donaudampfschifffahrtsgesellschaftskapitänsmütze mit.',
  'مبروك! هذه أفضل نتيجة رأيتها على هذه الطاولة.',
]

export interface Crowd {
  /** a machine with a name of the longest kind */
  machineId: string
  machineName: string
  username: string
  scoreId: string
  groupId: string
  eventId: string
  scoreEventId: string
}

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Values from 15 digits down to a few, without chance, so that two runs look alike. */
const scoreOf = (n: number): number => {
  if (n < 3) return 987_654_321_012_345 - n * 11_111_111_111_111
  if (n < 40) return Math.round(98_765_432_109 * 0.93 ** n)
  return Math.round(7_654_321_098 * 0.985 ** n) + (n % 10) * 10
}

/**
 * Adds to the demo what a large site has: a board with 500 players, an event with 200, many groups, scores of 15 digits, comments without end,
 * and the longest names.
 * @param endpoint of the running site
 */
export async function addCrowd(endpoint: string): Promise<Crowd> {
  const director = await connect(endpoint)
  await director.signIn('dina')
  const [machineId, machineName] = await addMachine(director)
  const others = await Promise.all(
    ['medieval madness', 'attack from mars', 'indiana jones', 'tales of the arabian', 'iron maiden', 'twilight zone', 'jurassic'].map(
      async text => (await director.call<{ machineId: string }[]>('machines.search', { text, limit: 1 }))[0]!.machineId,
    ),
  )
  const groupId = v7()
  const longGroup = 'Freiwillige Flipperfreunde der Vereinigten Verkehrsbetriebe Mecklenburg'.slice(0, 60)
  await director.call('groups.add', { _id: groupId, name: longGroup, description: pick(COMMENTS, 1).repeat(2), visibility: 'public' })
  const [eventId, scoreEventId] = [v7(), v7()]
  const event = {
    description: `${pick(COMMENTS, 1)}\n\n${pick(COMMENTS, 3)}`,
    venue: 'Gaststätte zur alten Straßenbahnhaltestelle am Rangierbahnhof, Hinterhaus, dritte Tür links',
    startsAt: new Date(Date.now() - HOUR),
    endsAt: new Date(Date.now() + 30 * HOUR),
    timeZone: 'Europe/Berlin',
    machineIds: [machineId, ...others],
  }
  await director.call('events.add', {
    ...event,
    _id: eventId,
    name: 'Internationale Offene Meisterschaft von Mecklenburg-Vorpommern, Vorrunde B',
    format: { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 12, points: 'ifpa' },
  })
  await director.call('events.add', {
    ...event,
    _id: scoreEventId,
    name: 'Qualifying of the Two Hundred',
    format: { kind: 'best-game', points: 'papa', machinesCounted: 6, attemptsPerMachine: 5 },
  })

  const scoreId = v7()
  const released = [v7(), v7()]
  const username = 'crowd0'
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const player = await connect(endpoint)
      for (let n = client; n < PLAYERS; n += CLIENTS) {
        const userId = await player.signUp(
          `crowd${n}`,
          n < LONG_NAMES.length ? LONG_NAMES[n] : `${pick(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'], n)} ${n}`,
        )
        await player.call('scores.submit', {
          _id: [scoreId, ...released][n] ?? v7(),
          machineId,
          value: scoreOf(n),
          ...(n % 9 === 0 && { comment: pick(COMMENTS, n) }),
        })
        if (n < 300) await player.call('groups.join', { groupId })
        if (n < ENTRANTS) {
          await player.call('events.join', { eventId })
          for (const other of others.slice(0, 1 + (n % 4)))
            await player.call('scores.submit', {
              _id: v7(),
              machineId: other,
              value: 1_000_000 + ((n * 7919) % 90_000) * 1000,
              eventId: scoreEventId,
            })
        }
        if (n > 0 && n < GROUPS)
          await player.call('groups.add', {
            _id: v7(),
            name: `${pick(['League', 'Basement', 'Bar', 'Club'], n)} ${n}`,
            visibility: 'public',
          })
        if (n > 0 && n < 6) await player.call('reports.add', { _id: v7(), kind: 'profile', subjectId: userId, reason: pick(COMMENTS, n) })
      }
      await player.close()
    }),
  )
  await release(director, released)
  await talk(endpoint, scoreId)
  await playRounds(director, eventId)
  await director.close()
  return { machineId, machineName, username, scoreId, groupId, eventId, scoreEventId }
}

/** @returns id and name of a machine whose name is as long as any in the catalogue */
async function addMachine(editor: Client): Promise<[string, string]> {
  const [_id, name] = [v7(), 'The Hitchhiker’s Guide to the Galactic Tank Force: Limited Anniversary Edition (Remake)']
  await editor.call('machines.add', { _id, name, manufacturer: 'Vereinigte Spielautomatenwerke Hinterpommern', type: 'ss', year: 2024 })
  return [_id, name]
}

/** Lets scores of 15 digits count, which were put under review because they are higher than all others. */
async function release(moderator: Client, scoreIds: readonly string[]): Promise<void> {
  for (const scoreId of scoreIds) {
    const [score] = await moderator.read<{ version: number }>('scores.one', { scoreId }, 'scores')
    await moderator.call('scores.moderate', { scoreId, version: score!.version, status: 'verified' })
  }
}

/** Sixty comments, likes and some doubts about one score. */
async function talk(endpoint: string, scoreId: string): Promise<void> {
  const player = await connect(endpoint)
  for (let n = 1; n <= 60; n++) {
    await player.signIn(`crowd${n}`)
    await player.call('scores.comment', { _id: v7(), scoreId, text: pick(COMMENTS, n) })
    await player.call('scores.like', { scoreId, like: true })
    if (n < 5) await player.call('scores.flag', { scoreId, reason: pick(COMMENTS, n) })
  }
  await player.close()
}

/** Checks everybody in, plays two rounds, and draws the third. */
async function playRounds(director: Client, eventId: string): Promise<void> {
  await director.call('events.presence', { eventId, all: true, presence: 'here' })
  for (let round = 1; round <= 3; round++) {
    await director.call('events.draw', { _id: v7(), eventId })
    if (round === 3) return
    const groups = await director.read<{ round: number; entrantIds: string[] }>('events.rounds', { eventId, round }, 'eventGroups')
    for (const group of groups.filter(each => each.round === round))
      await director.call('events.result', { eventId, groupId: group._id, order: group.entrantIds })
  }
}
