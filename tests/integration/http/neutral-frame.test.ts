import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { createEvent, createEventTestApp, type EventTestApp } from '../helpers/events.ts'
import { createGroup } from '../helpers/groups.ts'

let scene: EventTestApp
let privateGroup: string
let publicGroup: string
/** ids of events: of the private group, of the public one, and of no group */
let privateEvent: string
let groupEvent: string
let openEvent: string

beforeAll(async () => {
  scene = await createEventTestApp([], 1)
  const { director, machines, clock } = scene
  privateGroup = await createGroup(director, 'private', 'Xanadu Speakeasy')
  publicGroup = await createGroup(director, 'public', 'Tuesday League')
  const event = (more: object) => createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: machines, ...more })
  privateEvent = await event({ groupId: privateGroup })
  groupEvent = await event({ groupId: publicGroup })
  openEvent = await event({})
})
afterAll(() => scene.testApp.close())

/** Returns what a visitor gets, with the id replaced, so that pages of different ids can be compared. */
async function get(path: string, id = ''): Promise<{ status: number; html: string }> {
  const response = await fetch(scene.testApp.http + path.replace('*', id))
  const html = await response.text()
  return { status: response.status, html: id === '' ? html : html.replaceAll(id, 'ID') }
}

const hasNotFoundText = (html: string): boolean => html.replace(/<noscript>.*?<\/noscript>/gs, '').includes('Tilt')

describe('the neutral frame', () => {
  it.each([
    ['/groups/*', () => privateGroup],
    ['/groups/*?window=week', () => privateGroup],
    ['/events/*', () => privateEvent],
    ['/events/*?show=players', () => privateEvent],
    ['/events/*/live', () => privateEvent],
    ['/events/*/edit', () => privateEvent],
    ['/events/*/edit', () => openEvent],
  ])('is the same bytes and status 404 for what is private and what does not exist: %s', async (path, id) => {
    const frame = await get(path, id())
    expect(frame.status).toBe(404)
    expect(frame.html).toContain('<title>Skillshot</title>')
    expect(frame.html).toContain('<meta name="robots" content="noindex">')
    expect(frame.html).toContain('aria-busy="true"')
    expect(hasNotFoundText(frame.html)).toBe(false)
    expect(frame.html).not.toMatch(/Xanadu|Selfie league/)
    for (let i = 0; i < 2; i++) expect(await get(path, uuidv7())).toEqual(frame)
  })

  it('stands at every address of the administration, whatever the query is, and has no data', async () => {
    for (const path of ['', '/machines/new', '/events/new', '/cache', '/jobs', '/users', '/invitations', '/scores', '/reports', '/log']) {
      const frame = await get(`/admin${path}`)
      expect([path, frame.status, hasNotFoundText(frame.html)]).toEqual([path, 404, false])
      expect(frame.html).toContain('"snapshots":[]')
      expect(await get(`/admin${path}?q=a&before=b&state=closed`)).toEqual(frame)
    }
  })

  it('says without scripts that there is nothing, with links', async () => {
    for (const path of ['/admin', `/groups/${privateGroup}`, `/events/${uuidv7()}/live`]) {
      const [, text = ''] = /<noscript>(.*?)<\/noscript>/s.exec((await get(path)).html) ?? []
      expect(text, path).toContain('Tilt. There’s nothing here.')
      expect(text, path).toContain('href="/machines"')
    }
  })
})

describe('the not-found page', () => {
  it('stands right away at addresses without a page, and where there is nothing that could be private', async () => {
    const missing = [`/machines/${uuidv7()}`, `/scores/${uuidv7()}`, '/players/nobody-at-all']
    for (const path of ['/xyz', '/admin/xyz', '/groups/a%20b', ...missing]) {
      const { status, html } = await get(path)
      expect([path, status, hasNotFoundText(html)]).toEqual([path, 404, true])
      expect(html, path).toContain('<title>Page not found · Skillshot</title>')
    }
  })
})

describe('a public page', () => {
  it('has its data in it, also if something else on it does not exist', async () => {
    for (const [path, id, status] of [
      ['/groups/*', publicGroup, 200],
      ['/events/*', groupEvent, 200],
      ['/events/*/live', openEvent, 200],
      ['/groups/*?machine=unknown', publicGroup, null],
    ] as const) {
      const page = await get(path, id)
      if (status !== null) expect([path, page.status]).toEqual([path, status])
      expect(page.html, path).toMatch(/Tuesday League|Selfie league/)
      expect(page.html, path).not.toContain('aria-busy="true"')
    }
  })
})
