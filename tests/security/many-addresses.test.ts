import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_SORTS } from '#machines/contract/catalogue.ts'
import { chaosSize } from '../chaos/seeded.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { digestPassword, type LoginResult, PASSWORD } from '../integration/helpers/users.ts'
import { sleep, waitUntil } from '../scale/wait.ts'
import { Attack, type AttackPlan, describeCounts, newAddresses } from './helpers/attack.ts'
import { type Opening, type Visit, visitFresh } from './helpers/fresh-visitor.ts'
import { type AttackedServer, createDemoTemplate, startServer } from './server.ts'
import { type Submissions, SubmitProbe } from './submit-probe.ts'
import { RETRY_TIMING, scaleBudget } from './timing-budget.ts'

/**
 * Attacks without an account from many networks at once, on a site with the data of the demo and the heap that Node takes by itself in a
 * container of 512 MB. Scenario S9 of docs/security.md.
 */
const HEAP = 256
/** how long an attack lasts, in ms, while others come and play */
const LASTS = chaosSize(3000, 30_000)
/** from how many networks each attack comes; the gate tries one number of each */
const networks = (inGate: number): number[] => (chaosSize(0, 1) === 1 ? [1, 12, 30] : [inGate])
/** ms in which a page opens for somebody who was never here */
const OPENS_WITHIN = 1000
/** ms within which 99 of 100 scores are answered, and how many times longer than without an attack that may take */
const SUBMITTED_WITHIN = 150
const TIMES_IDLE = 5
/** ms: an idle site that answers faster counts as this fast, since a pause for garbage alone takes longer than a few milliseconds */
const IDLE_AT_LEAST = 25
/** ms after an attack in which the memory is given back, up to this much more than before it */
const MEMORY_WITHIN = 30_000
const memoryBound = (mb: number): number => 1.2 * mb + 64
/** ms between two scores: often enough for a 99th percentile */
const EVERY = chaosSize(20, 50)
/** enough that none submits more than 30 scores a minute, which would be refused */
const PLAYERS = 50
/** ms after which an attack whose messages are not all answered yet has shown enough */
const ENOUGH = chaosSize(20_000, 120_000)
/** ms for the demo's three years, and for the start of a server */
const PREPARED_WITHIN = 240_000

let demo: { template: string; drop(): Promise<void> }
let server: AttackedServer
let visit: Visit
/** an event that has been played */
let eventId: string
let scoreIds: string[]
/** different searches of the catalogue that find something */
let searches: object[]
let usernames: string[]
/** memory of the site before it is attacked */
let idleMb: number

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
const ids = async (text: string): Promise<string[]> => (await server.pool.query<{ id: string }>(text)).rows.map(({ id }) => id)

async function startSite(): Promise<void> {
  server = await startServer({ FORWARDED_COUNT: '1' }, `--max-old-space-size=${HEAP}`, demo.template)
  usernames = await ids('SELECT username AS id FROM users WHERE deleted_at IS NULL ORDER BY username')
  visit = {
    endpoint: server.endpoint,
    username: usernames[0]!,
    machineId: (await ids('SELECT machine_id AS id FROM machine_tallies ORDER BY scores DESC LIMIT 1'))[0]!,
  }
  scoreIds = await ids('SELECT id FROM scores WHERE removed_at IS NULL ORDER BY achieved_at DESC LIMIT 5000')
  const words = (await ids('SELECT name AS id FROM machines')).flatMap(name => [2, 3, 4, 5, 6, 7, 8].map(length => name.slice(0, length)))
  searches = [...new Set(words)].flatMap(text => MACHINE_SORTS.map(sort => ({ text, sort })))
  eventId = (await ids('SELECT event_id AS id FROM event_entrants GROUP BY event_id ORDER BY count(*) DESC LIMIT 1'))[0]!
  // Code that has just been loaded runs several times slower, which would be taken for an effect of the attack.
  await newVisit()
  await play(LASTS)
  expect(refusedOf([await newVisit()])).toEqual([])
  await play(LASTS)
  idleMb = (await server.gauges(true)).rssMb
}

beforeAll(async () => {
  demo = await createDemoTemplate()
  await startSite()
}, PREPARED_WITHIN)
afterAll(async () => {
  await server.close()
  await demo.drop()
})
beforeEach(async () => {
  if (server.alive) return
  // The test before has failed, and the server did not survive it.
  await server.close()
  await startSite()
}, PREPARED_WITHIN)

async function signUp(username: string, address: string): Promise<LoginResult> {
  const client = await DdpTestClient.open(server.endpoint, from(address))
  const login = await client.call<LoginResult>('createUser', { username, password: digestPassword(PASSWORD) })
  await client.terminate()
  return login
}

let players = 0
let highest = 10 ** 11

/** Players whom nobody saw before submit scores for `ms` milliseconds, and as long as `beside` takes. */
async function play(ms: number, beside: () => Promise<unknown> = () => Promise.resolve()): Promise<Submissions> {
  const [address] = newAddresses(1) as [string]
  const tokens = await Promise.all(Array.from({ length: PLAYERS }, () => signUp(`Player${++players}`, address).then(({ token }) => token)))
  highest += 10 ** 9
  const probe = await SubmitProbe.start(server.endpoint, {
    machineId: visit.machineId,
    tokens,
    headers: from(address),
    first: highest,
    every: EVERY,
  })
  const until = performance.now() + ms
  try {
    await beside()
    while (performance.now() < until) await probe.answered()
  } catch (cause) {
    await probe.stop().catch(() => undefined)
    throw cause
  }
  return probe.stop()
}

/** An attacker who gets no processor is none: at least a quarter of what he means to send in that time has to be sent. */
const leastSent = ({ addresses, socketsEach, perSocket, way }: AttackPlan): number =>
  (addresses.length * socketsEach * (typeof way === 'string' ? perSocket! : (way.perSecond * LASTS) / 1000)) / 4

const newVisit = (): Promise<Opening[]> => visitFresh(visit, newAddresses(1)[0]!)
/** Returns each error once, without the times in it. */
const kinds = (errors: readonly string[]): string => [...new Set(errors.map(each => each.replace(/\d+ seconds?/, 'N seconds')))].join(', ')
const refusedOf = (visits: readonly Opening[][]): string[] => visits.flat().flatMap(({ refused }) => refused ?? [])
const slowestOf = (visits: readonly Opening[][]): number => Math.max(...visits.flat().map(({ ms }) => ms))
const describeVisits = (visits: readonly Opening[][]): string => {
  const refused = refusedOf(visits)
  return `${visits.length} visits: ${refused.length} of ${visits.flat().length} pages refused (${kinds(refused)}), the slowest ${slowestOf(visits).toFixed(0)} ms`
}
const describeSubmissions = ({ answers: { count, p50, p99 }, refused }: Submissions): string =>
  `${count} scores: p50 ${p50?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms, ${refused.length} refused (${kinds(refused)})`

/**
 * Attacks the site while others visit and play, then leaves it alone, and expects that the others noticed nothing.
 * @param beside what else happens during the attack
 */
async function expectWithstands(what: string, plan: AttackPlan, beside = (): Promise<unknown> => Promise.resolve()): Promise<void> {
  const figures = [`[S9] ${what}, from ${plan.addresses.length} networks × ${plan.socketsEach} sockets`]
  const during: Opening[][] = []
  const attacks: Attack[] = []
  // Just before, because the machine is not equally fast all the time.
  const idle = await play(LASTS)
  expect(idle.refused).toEqual([])
  try {
    const submissions = await play(LASTS, async () => {
      const attack = new Attack(server.endpoint, plan)
      attacks.push(attack)
      const until = performance.now() + LASTS
      const besides = beside()
      do during.push(await newVisit())
      while (performance.now() < until)
      if (plan.perSocket !== undefined) await Promise.race([attack.answered, sleep(ENOUGH)])
      await besides
      // Whatever the attack has got, it still holds.
      during.push(await newVisit())
    })
    const counts = await attacks[0]!.counts()
    figures.push(describeCounts(counts))
    expect(counts.open).toBe(plan.addresses.length * plan.socketsEach)
    expect(counts.sent).toBeGreaterThan(leastSent(plan))
    figures.push(`${describeSubmissions(submissions)} (without an attack: ${describeSubmissions(idle)})`)
    figures.push(`during, ${describeVisits(during)}`)
    await attacks.pop()!.stop()
    const stoppedAt = performance.now()
    const after = [await newVisit()]
    figures.push(`after, ${describeVisits(after)}`)
    const { rssMb } = await server.gauges(true)
    const isGivenBack = async (): Promise<boolean> => (await server.gauges(true)).rssMb <= memoryBound(idleMb)
    const givenBack = await waitUntil('the memory is given back', isGivenBack, MEMORY_WITHIN - (performance.now() - stoppedAt)).then(
      () => performance.now() - stoppedAt,
      () => null,
    )
    const { rssMb: inTheEnd } = await server.gauges(true)
    figures.push(
      `memory ${idleMb.toFixed(0)} MB before, ${rssMb.toFixed(0)} MB after, ${inTheEnd.toFixed(0)} MB ${((performance.now() - stoppedAt) / 1000).toFixed(1)} s later`,
    )

    expect(kinds(refusedOf([...during, ...after]))).toBe('')
    expect(slowestOf([...during, ...after])).toBeLessThan(scaleBudget(OPENS_WITHIN))
    expect(kinds(submissions.refused)).toBe('')
    expect(submissions.answers.p99).toBeLessThan(scaleBudget(SUBMITTED_WITHIN))
    expect(submissions.answers.p99 / Math.max(IDLE_AT_LEAST, idle.answers.p99)).toBeLessThan(TIMES_IDLE)
    expect(givenBack).not.toBe(null)
  } catch (cause) {
    if (!server.alive) figures.push(`the server ended: ${server.output.slice(-300)}`)
    throw cause
  } finally {
    console.info(figures.join('\n  '))
    // Otherwise the next attempt would meet this one.
    await Promise.all(attacks.map(attack => attack.stop()))
  }
}

const subscription = (name: string, argument: object | '%v') => ({ msg: 'sub', id: '%n', name, params: [argument] })
const call = (method: string, argument: object) => ({ msg: 'method', id: '%n', method, params: [argument] })

describe('[S9] an attack from many networks is not felt by others:', { ...RETRY_TIMING, timeout: chaosSize(60_000, 300_000) }, () => {
  it.each(networks(12))('views that are all different, as many as each of %i networks can get', async count => {
    await expectWithstands('searches of the catalogue, all at once', {
      addresses: newAddresses(count),
      socketsEach: chaosSize(4, 20),
      template: subscription('machines.browse', '%v'),
      values: searches,
      perSocket: 100,
      way: 'at once',
    })
  })

  it.each(networks(12))('pages of scores, one after another by each of the sockets of %i networks', async count => {
    await expectWithstands('pages of 100 scores, one after another', {
      addresses: newAddresses(count),
      socketsEach: 4,
      template: subscription('scores.recent', '%v'),
      values: scoreIds.map(before => ({ limit: 100, before })),
      perSocket: chaosSize(22, 100),
      way: 'in turn',
    })
  })

  it.each(networks(1))('exports of an event, 50 a second on each of 40 sockets, from %i networks', async count => {
    await expectWithstands('exports of an event', {
      addresses: newAddresses(count),
      socketsEach: Math.ceil(40 / count),
      template: call('events.export', { eventId, as: 'json' }),
      way: { perSecond: 50 },
    })
  })

  it.each(networks(12).flatMap(count => ['search', 'machines.search'].map(method => ({ count, method }))))(
    '$method, 50 a second on each of 40 sockets, from $count networks',
    async ({ count, method }) => {
      await expectWithstands(method, {
        addresses: newAddresses(count),
        socketsEach: Math.ceil(40 / count),
        template: call(method, { text: 'x%n' }),
        way: { perSecond: 50 },
      })
    },
  )

  it.each(networks(30))('1,800 wrong passwords from %i networks, while 12 people sign in with the right ones', async count => {
    const members = await Promise.all(
      newAddresses(12).map(async (address, i) => {
        const username = `Member${++players}`
        await signUp(username, address)
        // Half of them come from where they were before, the others from somewhere new.
        return { username, address: i % 2 === 0 ? address : newAddresses(1)[0]! }
      }),
    )
    const signIn = async ({ username, address }: { username: string; address: string }): Promise<string | null> => {
      const client = await DdpTestClient.open(server.endpoint, from(address))
      const { error } = await client.tryCall('login', { user: { username }, password: digestPassword(PASSWORD) })
      await client.terminate()
      return error === undefined ? null : `${error.error} ${error.reason}`
    }
    const wrong: AttackPlan = {
      addresses: newAddresses(count),
      socketsEach: 1800 / 5 / count,
      template: call('login', { user: { username: '%v' }, password: digestPassword('wrong %n') }),
      values: usernames,
      // More calls of one connection are refused without a look at the password.
      perSocket: 5,
      way: 'at once',
    }
    const answers: (string | null)[] = []
    await expectWithstands('wrong passwords', wrong, async () => {
      answers.push(...(await Promise.all(members.map(signIn))))
    })
    expect(answers).toEqual(members.map(() => null))
  })
})
