import { v7 } from 'uuid'
import * as m from '#messages'
import { connect } from './client.ts'
import { ANY, dialog, type Hand, type Screen, screen } from './screen.ts'
import type { PictureSite } from './sites.ts'

const things = { needs: 'things' } as const

/** Adds a venue of the player with some machines, one of them out of order, unless it is there. */
async function findVenue({ server, subjects, roles }: PictureSite): Promise<{ path: string; shortPath: string }> {
  const client = await connect(server.endpoint)
  await client.signIn(roles.player)
  const machineIds = [subjects.machineId, ...subjects.unplayed.slice(0, 5)]
  const { venueId, slug } = await client.call<{ venueId: string; slug: string }>('venues.add', {
    _id: '019a3c52-7b10-7e4d-9c2a-5f0b1d04a0aa',
    name: 'Silverball Cellar',
    place: 'Bremen, Am Wall 12',
    timeZone: 'Europe/Berlin',
    description: 'In the basement, behind the record shop.',
  })
  await client.call('venues.setMachines', { venueId, machineIds, was: [] })
  await client.call('venues.setMachine', { venueId, machineId: machineIds[1], outOfOrder: true, note: 'It waits for a coil.' })
  const machines = await client.read<{ code: string }>('venues.one', { slug }, 'venueMachines')
  return { path: `/venues/${slug}`, shortPath: `/v/${slug}/${machines[0]!.code}` }
}

/** Adds a webhook of the group, which leads to a stand-in that does not answer, unless it is there. */
async function findWebhooks({ server, roles }: PictureSite, groupId: string): Promise<string> {
  const client = await connect(server.endpoint)
  await client.signIn(roles.director)
  await client.call('webhooks.add', {
    _id: '019a3c52-7b10-7e4d-9c2a-5f0b1d04a0ab',
    groupId,
    name: 'Club channel',
    address: `https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(60)}`,
    types: ['score.record', 'round.drawn', 'event.finished'],
  })
  return `/webhooks?group=${groupId}`
}

/** Screens of scores, machines, players, groups and the home page. */
export const contentScreens: readonly Screen[] = [
  screen('home', '/', 'visitor', () => '/'),
  screen('home-player', '/', 'player', () => '/'),
  screen('home-older', '/', 'visitor', (_, site) => olderPage(site)),
  screen('search', '/', 'visitor', () => '/', {
    shows: 'window',
    act: async ({ page }) => {
      await page.keyboard.press('/')
      await page.locator('input:focus').pressSequentially('me')
      await page.getByRole('option').first().waitFor({ timeout: 10_000 })
    },
  }),

  screen('score', '/scores/$scoreId', 'visitor', s => `/scores/${s.scoreId}`, things),
  screen('score-own', '/scores/$scoreId', 'player', s => `/scores/${s.ownScoreId}`, things),
  screen('score-moderator', '/scores/$scoreId', 'director', s => `/scores/${s.scoreId}`, things),
  dialog(
    'score-report',
    '/scores/$scoreId',
    'player',
    s => `/scores/${s.scoreId}`,
    hand => hand.press(() => m.reports_report_what({ what: m.scores_report_score() })),
  ),
  dialog(
    'score-dispute',
    '/scores/$scoreId',
    'player',
    s => `/scores/${s.scoreId}`,
    hand => hand.press(m.scores_dispute),
  ),
  dialog(
    'score-correct',
    '/scores/$scoreId',
    'director',
    s => `/scores/${s.scoreId}`,
    hand => hand.press(m.scores_correct),
  ),
  dialog(
    'score-remove',
    '/scores/$scoreId',
    'player',
    s => `/scores/${s.ownScoreId}`,
    hand => hand.press(m.scores_remove),
  ),
  dialog(
    'score-reject',
    '/scores/$scoreId',
    'director',
    s => `/scores/${s.scoreId}`,
    hand => hand.press(m.scores_reject),
  ),

  screen('machines', '/machines', 'visitor', () => '/machines'),
  screen('machines-found', '/machines', 'visitor', () => '/machines?q=star'),
  screen('machines-none', '/machines', 'visitor', () => '/machines?q=nothing+like+it'),
  screen('machine', '/machines/$machineId', 'visitor', s => `/machines/${s.machineId}`),
  screen('machine-player', '/machines/$machineId', 'player', s => `/machines/${s.machineId}`),
  screen('machine-week', '/machines/$machineId', 'visitor', s => `/machines/${s.machineId}?window=week`),
  screen('machine-kiosk', '/machines/$machineId/kiosk', 'visitor', s => `/machines/${s.machineId}/kiosk`),

  screen('venues', '/venues', 'visitor', async (_, site) => {
    await findVenue(site)
    return '/venues'
  }),
  screen('venue-new', '/venues/new', 'player', () => '/venues/new'),
  screen('venue', '/venues/$slug', 'visitor', async (_, site) => (await findVenue(site)).path),
  screen('venue-manager', '/venues/$slug', 'player', async (_, site) => (await findVenue(site)).path),
  dialog(
    'venue-machines',
    '/venues/$slug',
    'player',
    async (_, site) => (await findVenue(site)).path,
    hand => hand.press(m.venues_edit_machines),
  ),
  dialog(
    'venue-import',
    '/venues/$slug',
    'player',
    async (_, site) => (await findVenue(site)).path,
    hand => hand.press(m.venues_import),
  ),
  screen('venue-print', '/venues/$slug/print', 'player', async (_, site) => `${(await findVenue(site)).path}/print`),
  screen('venue-stations', '/venues/$slug/stations', 'player', async (_, site) => `${(await findVenue(site)).path}/stations`),
  screen('claim-unknown', '/claim/$code', 'visitor', () => '/claim/unknown'),
  screen('venue-code', '/v/$slug/$code', 'player', async (_, site) => (await findVenue(site)).shortPath),

  screen('player', '/players/$username', 'visitor', s => `/players/${s.username}`),
  screen('player-own', '/players/$username', 'player', (_, { roles }) => `/players/${roles.player}`),

  screen('ratings', '/ratings', 'visitor', () => '/ratings'),

  screen('groups', '/groups', 'visitor', () => '/groups'),
  screen('groups-player', '/groups', 'player', () => '/groups'),
  screen('group', '/groups/$groupId', 'visitor', s => `/groups/${s.groupId}`, things),
  screen('group-owner', '/groups/$groupId', 'director', s => `/groups/${s.groupId}`, things),
  screen('import', '/import', 'director', () => '/import'),
  screen('import-event', '/import', 'director', () => '/import?what=event'),
  screen('import-people', '/import', 'director', s => `/import?what=people&group=${s.groupId}`, things),
  screen('webhooks', '/webhooks', 'director', async (s, site) => findWebhooks(site, s.groupId), things),
  dialog(
    'webhook-add',
    '/webhooks',
    'director',
    s => `/webhooks?group=${s.groupId}`,
    hand => hand.press(m.webhooks_add),
  ),
  dialog(
    'group-invite',
    '/groups/$groupId',
    'director',
    s => `/groups/${s.groupId}`,
    hand => hand.press(m.groups_invite),
  ),
  dialog(
    'group-edit',
    '/groups/$groupId',
    'director',
    s => `/groups/${s.groupId}`,
    hand => hand.press(m.groups_edit),
  ),
  dialog(
    'group-member',
    '/groups/$groupId',
    'director',
    s => `/groups/${s.groupId}`,
    hand => hand.press(() => m.groups_manage_member({ name: ANY })),
  ),
  dialog(
    'group-people',
    '/groups/$groupId',
    'director',
    s => `/groups/${s.groupId}`,
    hand => hand.press(m.groups_people_add),
  ),
  screen('group-new', '/groups/new', 'player', () => '/groups/new'),
  screen('group-join', '/groups/join', 'player', () => '/groups/join?code=unknown'),

  dialog(
    'series-new',
    '/events',
    'director',
    () => '/events',
    hand => hand.press(m.series_new),
  ),
  screen('series', '/series/$slug', 'visitor', s => `/series/${s.seriesSlug}`, things),
  screen('series-director', '/series/$slug', 'director', s => `/series/${s.seriesSlug}`, things),
  dialog(
    'series-nights',
    '/series/$slug',
    'director',
    s => `/series/${s.seriesSlug}`,
    hand => hand.press(m.series_nights_choose),
  ),
  dialog(
    'series-finals',
    '/series/$slug',
    'director',
    s => `/series/${s.seriesSlug}`,
    hand => hand.press(m.series_finals),
  ),

  screen('submit', '/submit', 'visitor', () => '/submit'),
  screen('submit-player', '/submit', 'player', () => '/submit'),
  screen('submit-event', '/submit', 'player', s => `/submit?event=${s.scoreEventId}`, things),
  screen('submit-filled', '/submit', 'player', s => `/submit?machine=${s.machineId}`, { act: hand => typeScore(hand, '12345678901') }),
  screen(
    'submit-done',
    '/submit',
    'player',
    async (_, site) => `/submit?machine=${await playedMachine(site, [90_000_000], [50_000_000])}`,
    {
      sites: ['usual', 'crowded'],
      act: hand => sendScore(hand, '41000000'),
    },
  ),
  screen(
    'submit-best',
    '/submit',
    'player',
    async (_, site) => `/submit?machine=${await playedMachine(site, [90_000_000], [50_000_000])}`,
    {
      sites: ['usual', 'crowded'],
      act: hand => sendScore(hand, '61000000'),
    },
  ),
  screen('submit-record', '/submit', 'player', async (_, site) => `/submit?machine=${await playedMachine(site, [90_000_000], [])}`, {
    sites: ['usual', 'crowded'],
    act: hand => sendScore(hand, '123456780'),
  }),
  screen('submit-first', '/submit', 'player', async (_, site) => `/submit?machine=${await playedMachine(site, [], [])}`, {
    act: hand => sendScore(hand, '12345670'),
  }),
  screen('submit-offline', '/submit', 'player', s => `/submit?machine=${s.machineId}`, {
    sites: ['usual'],
    cuttable: true,
    act: async hand => {
      await hand.cut()
      await typeScore(hand, '23456780')
      await hand.page.locator('main form button[type=submit]').click()
      await hand.page.locator('main form').waitFor({ state: 'detached' })
    },
  }),
]

async function typeScore({ page }: Hand, digits: string): Promise<void> {
  const field = page.locator('main form input[inputmode=numeric]').first()
  await field.waitFor()
  await field.pressSequentially(digits)
}

async function sendScore(hand: Hand, digits: string): Promise<void> {
  await typeScore(hand, digits)
  await hand.page.locator('main form button[type=submit]').click()
  await hand.page.locator('main a[href^="/scores/"]').first().waitFor({ timeout: 15_000 })
}

/** The address behind the home page's link to older scores. A site with few scores has no such link: there it is an address that is not valid. */
async function olderPage({ server }: PictureSite): Promise<string> {
  const html = await (await fetch(server.url)).text()
  return /href="(\/\?before=[^"]+)"/.exec(html)?.[1] ?? '/?before=none'
}

/** Gives a machine that nobody had played scores of the director and of the player. @returns its id */
async function playedMachine({ server, subjects, roles }: PictureSite, others: readonly number[], own: readonly number[]): Promise<string> {
  const machineId = subjects.unplayed.pop()!
  const client = await connect(server.endpoint)
  for (const [username, values] of [
    [roles.director, others],
    [roles.player, own],
  ] as const) {
    if (values.length > 0) await client.signIn(username)
    for (const value of values) await client.call('scores.submit', { _id: v7(), machineId, value })
  }
  await client.close()
  return machineId
}
