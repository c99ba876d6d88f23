import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { FakeDiscord } from '../fakes/discord.ts'
import { addGuests, createEvent, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup, GROUP_NOT_FOUND } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const PAIRS: MatchPlay = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 5, points: 'ifpa' }

const clock = createSettableClock()
let discord: FakeDiscord
let testApp: TestApp
let owner: TestUser
let manager: TestUser
let member: TestUser
let machines: { id: string; name: string }[]
let count = 0

/** A group with a webhook of its own. */
let groupId: string
let path: string
let token: string

beforeAll(async () => {
  discord = await new FakeDiscord().open()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off', discordUrl: discord.url, rootUrl: 'https://scores.example' } })
  owner = await signUp(testApp, 'Owner')
  manager = await signUp(testApp, 'Manager')
  member = await signUp(testApp, 'Member')
  machines = await listMachines(testApp, 4)
})
beforeEach(async () => {
  groupId = await createGroup(owner, 'private')
  await addToGroup(owner, groupId, manager, ['manager'])
  await addToGroup(owner, groupId, member)
  path = await setWebhook(groupId)
})
afterAll(async () => {
  await testApp.close()
  await discord.close()
})

/** Gives a group a webhook. @returns its path at Discord */
async function setWebhook(group: string, host = 'discord.com'): Promise<string> {
  token = `token-${++count}-${'x'.repeat(56)}-end${count}`
  const path = `/api/webhooks/123456789012345678/${token}`
  await owner.client.call('groups.edit', { groupId: group, webhook: `https://${host}${path}` })
  return path
}

/** Starts an event of a group and draws its first round. @returns its id, and that of the round */
async function begin(names: readonly string[], group: string | null = groupId): Promise<{ eventId: string; roundId: string }> {
  const eventId = await createEvent(owner, clock.now(), {
    format: PAIRS,
    machineIds: machines.map(({ id }) => id),
    ...(group === null ? {} : { groupId: group }),
  })
  await addGuests(owner, eventId, names)
  return { eventId, roundId: await draw(eventId) }
}

async function draw(eventId: string): Promise<string> {
  const _id = uuidv7()
  await owner.client.call('events.draw', { _id, eventId })
  return _id
}

const postRounds = (): Promise<void> => testApp.app.features.notifications.postRounds()
const later = (ms: number): void => clock.set(clock.now() + ms)

/** What somebody who runs the group sees of the webhook. */
const shown = ({ client }: TestUser) => client.documents('groupWebhooks').get(groupId)

describe('a round of a group’s event', () => {
  it('is posted to the group’s webhook, once: each group with its players and machine, and who has a bye', async () => {
    const { eventId, roundId } = await begin(['Ann', 'Bo', '@everyone'])
    await owner.client.call('events.draw', { _id: roundId, eventId })
    await postRounds()
    await postRounds()
    await owner.client.subscribe('events.rounds', { eventId })
    await owner.client.subscribe('events.entrants', { eventId })
    const nameOf = (id: string) => String(owner.client.documents('eventEntrants').get(id)!.displayName).replace('@', '\\@')
    const [group] = getRoundGroups(owner.client, eventId, 1)
    const { byes } = owner.client.documents('eventRounds').get(roundId) as unknown as { byes: string[] }
    const machine = machines.find(({ id }) => id === group!.machineId)!.name.replace(/[!-/:-@[-`{-~]/g, '\\$&')
    expect(discord.posted(path)).toEqual([
      {
        content: `**Selfie league: Round 1**\n<https://scores.example/events/${eventId}>`,
        embeds: [{ description: `**${machine}**: ${group!.entrantIds.map(nameOf).join(', ')}\n**Byes**: ${nameOf(byes[0]!)}` }],
        allowed_mentions: { parse: [] },
      },
    ])
    expect(discord.requests.at(-1)).toMatchObject({ method: 'POST', path, type: 'application/json' })
  })

  it('is posted once by two nodes', async () => {
    const other = await testApp.startSecondNode()
    await begin(['Ann', 'Bo'])
    await Promise.all([postRounds(), other.features.notifications.postRounds(), postRounds(), other.features.notifications.postRounds()])
    expect(discord.posted(path)).toHaveLength(1)
    await other.close()
  })

  it('goes to no other group’s webhook, and an event without a group to none', async () => {
    const before = discord.requests.length
    const otherGroup = await createGroup(owner, 'public')
    const otherPath = await setWebhook(otherGroup, 'discordapp.com')
    await begin(['Ann', 'Bo'], otherGroup)
    await grantRoles(testApp, owner.id, ['event-director'])
    await begin(['Ann', 'Bo'], null)
    await postRounds()
    expect(discord.requests.slice(before).map(each => each.path)).toEqual([otherPath])
  })

  it('that was dropped before it could be posted is not, and the one in its place is', async () => {
    discord.failures.set(path, { status: 503 })
    const { eventId, roundId } = await begin(['Ann', 'Bo'])
    await postRounds()
    await owner.client.call('events.drop', { eventId, roundId })
    discord.failures.delete(path)
    later(MINUTE)
    await postRounds()
    expect(discord.posted(path)).toHaveLength(1)
    await draw(eventId)
    await postRounds()
    expect(discord.posted(path)).toHaveLength(2)
  })

  it('is looked for in the queue only if there is a webhook and the round was drawn or shown', async () => {
    await postRounds()
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    const looks = () =>
      queries.mock.calls.filter(
        call => /UPDATE jobs SET claimed_by/.test(JSON.stringify(call)) && JSON.stringify(call).includes('round-webhook'),
      )
    const without = await createGroup(owner, 'public')
    await begin(['Ann', 'Bo'], without)
    await grantRoles(testApp, owner.id, ['event-director'])
    await begin(['Ann', 'Bo'], null)
    await testApp.settled()
    expect(looks()).toEqual([])
    const { eventId, roundId } = await begin(['Ann', 'Bo'])
    await expect.poll(() => discord.posted(path)).toHaveLength(1)
    await postRounds()
    expect(looks()).not.toEqual([])
    queries.mockClear()
    await owner.client.subscribe('events.rounds', { eventId })
    const [{ _id, entrantIds }] = getRoundGroups(owner.client, eventId, 1) as [ReturnType<typeof getRoundGroups>[number]]
    const groups = [{ groupId: _id, entrantIds: [...entrantIds].reverse(), was: entrantIds }]
    await owner.client.call('events.arrange', { _id: uuidv7(), eventId, roundId, groups })
    await testApp.settled()
    expect(looks()).toEqual([])
    await owner.client.call('events.result', { eventId, groupId: _id, order: entrantIds })
    const held = uuidv7()
    await owner.client.call('events.draw', { _id: held, eventId, held: true })
    await testApp.settled()
    expect(looks()).toEqual([])
    await owner.client.call('events.show', { eventId, roundId: held })
    await expect.poll(() => discord.posted(path)).toHaveLength(2)
    queries.mockRestore()
  })

  it('is in the language of the event’s director', async () => {
    await owner.client.call('account.setLocale', { locale: 'de' })
    await begin(['Ann', 'Bo'])
    await postRounds()
    await owner.client.call('account.setLocale', { locale: 'en' })
    expect(discord.posted(path)[0]!.content).toContain('Runde 1')
  })
})

describe('a webhook that fails', () => {
  it.each([
    // A pause of 30 s is up to 5 % shorter, at random.
    ['is broken', { status: 502 }, [20_000, 11_000]],
    ['asks to wait', { status: 429, headers: { 'retry-after': '90' } }, [80_000, 11_000]],
    ['cuts the line', 'silent', [20_000, 11_000]],
  ] as const)('that %s is tried again when it is time, and not before', async (_, failure, [early, rest]) => {
    discord.failures.set(path, failure)
    await begin(['Ann', 'Bo'])
    await postRounds()
    expect(discord.posted(path)).toHaveLength(1)
    discord.failures.delete(path)
    later(early)
    await postRounds()
    expect(discord.posted(path)).toHaveLength(1)
    later(rest)
    await postRounds()
    expect(discord.posted(path)).toHaveLength(2)
    later(60 * MINUTE)
    await postRounds()
    expect(discord.posted(path)).toHaveLength(2)
  })

  it('is given up after some tries, and said to those who run the group alone, until a message is taken', async () => {
    for (const { client } of [owner, manager]) expect(await client.subscribe('groups.webhook', { groupId })).toMatchObject({ error: null })
    expect(await member.client.subscribe('groups.webhook', { groupId })).toMatchObject({ error: { error: 403 } })
    expect(shown(manager)).toEqual({ ending: token.slice(-4) })
    discord.failures.set(path, { status: 500 })
    const { eventId } = await begin(['Ann', 'Bo'])
    for (let tries = 0; tries < 10; tries++) {
      await postRounds()
      later(10 * MINUTE)
    }
    expect(discord.posted(path)).toHaveLength(6)
    await manager.client.waitUntil(() => shown(manager)?.failedAt instanceof Date)
    expect(member.client.documents('groupWebhooks').size).toBe(0)
    const { rows } = await testApp.app.database.pool.query(
      `SELECT last_error AS error FROM jobs WHERE kind = 'round-webhook' AND failed_at IS NOT NULL`,
    )
    expect(rows.at(-1)).toEqual({ error: 'WebhookNotReached: status 500' })
    discord.failures.delete(path)
    await owner.client.subscribe('events.rounds', { eventId })
    const [group] = getRoundGroups(owner.client, eventId, 1)
    await owner.client.call('events.result', { eventId, groupId: group!._id, order: group!.entrantIds })
    await draw(eventId)
    await postRounds()
    await manager.client.waitUntil(() => shown(manager) !== undefined && !('failedAt' in shown(manager)!))
    expect(discord.posted(path)).toHaveLength(7)
  })

  it.each([404, 401, 301])(
    'that answers %i gets nothing more until it is set anew, which administrators are not told of, and no redirect is followed',
    async status => {
      const { pool } = testApp.app.database
      const countJobs = async () => (await pool.query(`SELECT count(*)::integer AS n FROM jobs WHERE kind = 'round-webhook'`)).rows[0]
      const before = await countJobs()
      discord.failures.set(path, { status, headers: { location: `${discord.url}/elsewhere` } })
      await manager.client.subscribe('groups.webhook', { groupId })
      await begin(['Ann', 'Bo'])
      await postRounds()
      await manager.client.waitUntil(() => shown(manager)?.failedAt instanceof Date)
      later(60 * MINUTE)
      await postRounds()
      expect(discord.posted(path)).toHaveLength(1)
      expect(discord.requests.map(each => each.path)).not.toContain('/elsewhere')
      discord.failures.delete(path)
      await begin(['Ann', 'Bo'])
      await postRounds()
      expect(discord.posted(path)).toHaveLength(1)
      expect(await countJobs()).toEqual(before)
      expect(shown(manager)?.failedAt).toBeInstanceOf(Date)
      const anew = await setWebhook(groupId)
      await manager.client.waitUntil(() => !('failedAt' in shown(manager)!))
      expect(shown(manager)).toEqual({ ending: token.slice(-4) })
      await begin(['Ann', 'Bo'])
      await postRounds()
      expect(discord.posted(anew)).toHaveLength(1)
    },
  )

  it('gets a round that it took no second time, if it cannot be stored that it works again', async () => {
    await manager.client.subscribe('groups.webhook', { groupId })
    discord.failures.set(path, { status: 500 })
    await begin(['Ann', 'Bo'])
    for (let tries = 0; tries < 6; tries++) {
      await postRounds()
      later(10 * MINUTE)
    }
    await manager.client.waitUntil(() => shown(manager)?.failedAt instanceof Date)
    discord.failures.delete(path)
    const { pool } = testApp.app.database
    await pool.query('ALTER TABLE groups ADD CONSTRAINT groups_stay_failed CHECK (webhook_failed_at IS NOT NULL) NOT VALID')
    await begin(['Ann', 'Bo'])
    for (let tries = 0; tries < 2; tries++) {
      await postRounds()
      later(10 * MINUTE)
    }
    await pool.query('ALTER TABLE groups DROP CONSTRAINT groups_stay_failed')
    expect(discord.posted(path)).toHaveLength(7)
  })
})

describe('the rounds of a group', () => {
  it('are posted 30 times an hour, by all nodes together; what is above that is left out', async () => {
    const other = await testApp.startSecondNode()
    const otherNode = other.features.notifications
    for (let i = 0; i < 32; i++) await begin(['Ann', 'Bo'])
    await Promise.all([postRounds(), otherNode.postRounds()])
    later(59 * MINUTE)
    // To set the webhook anew does not begin the hour anew.
    await owner.client.call('groups.edit', { groupId, webhook: `https://discord.com${path}` })
    await begin(['Ann', 'Bo'])
    await Promise.all([postRounds(), otherNode.postRounds()])
    expect(discord.posted(path)).toHaveLength(30)
    later(2 * MINUTE)
    await begin(['Ann', 'Bo'])
    await Promise.all([postRounds(), otherNode.postRounds()])
    expect(discord.posted(path)).toHaveLength(31)
    await other.close()
  })
})

describe('the address of a webhook', () => {
  it('is one of Discord, or refused', async () => {
    for (const webhook of [
      `http://discord.com${path}`,
      `https://discord.com.evil.example${path}`,
      `https://evil.example${path}`,
      `https://127.0.0.1${path}`,
      `${discord.url}${path}`,
      'https://discord.com/api/users/@me',
      `https://discord.com${path}?wait=true`,
    ])
      expect(await owner.client.expectError('groups.edit', { groupId, webhook })).toMatchObject({
        error: 400,
        details: [{ path: 'webhook', code: 'discord-webhook' }],
      })
  })

  it('is set by those who run the group, and shown to nobody, not even in the database or in what a member may read', async () => {
    const webhook = `https://discord.com${path}`
    expect(await member.client.expectError('groups.edit', { groupId, webhook })).toMatchObject({ error: 403 })
    const visitor = await signUp(testApp, `Visitor ${count}`)
    expect(await visitor.client.expectError('groups.edit', { groupId, webhook })).toMatchObject({ error: GROUP_NOT_FOUND.error })
    expect(await visitor.client.subscribe('groups.webhook', { groupId })).toMatchObject({ error: { error: 404 } })
    await manager.client.call('groups.edit', { groupId, webhook })
    await manager.client.subscribe('groups.webhook', { groupId })
    await owner.client.subscribe('groups.one', { groupId })
    for (const { client } of [owner, manager, member, visitor]) expect(client.frames.join('\n')).not.toContain(token.slice(0, -4))
    const { rows } = await testApp.app.database.pool.query<{ all: string }>(
      `SELECT (SELECT jsonb_agg(g)::text FROM groups g) || (SELECT jsonb_agg(f)::text FROM feed f) || coalesce((SELECT jsonb_agg(j)::text FROM jobs j), '') AS all`,
    )
    expect(rows[0]!.all).not.toContain(token.slice(0, -4))
    expect(rows[0]!.all).not.toContain(Buffer.from(token).toString('hex'))
  })

  it('is seen no more by who does not run the group any more', async () => {
    await manager.client.subscribe('groups.webhook', { groupId })
    expect(shown(manager)).toEqual({ ending: token.slice(-4) })
    await owner.client.call('groups.setRoles', { groupId, userId: manager.id, roles: ['member'] })
    await manager.client.waitUntil(() => shown(manager) === undefined)
  })

  it('can be taken away, and goes with the group', async () => {
    await manager.client.subscribe('groups.webhook', { groupId })
    await manager.client.call('groups.edit', { groupId, webhook: null })
    await manager.client.waitUntil(() => shown(manager) === undefined)
    await begin(['Ann', 'Bo'])
    await postRounds()
    expect(discord.posted(path)).toEqual([])
    await setWebhook(groupId)
    await owner.client.call('groups.remove', { groupId })
    const { rows } = await testApp.app.database.pool.query('SELECT webhook, webhook_ending FROM groups WHERE id = $1', [groupId])
    expect(rows).toEqual([{ webhook: null, webhook_ending: null }])
  })
})
