import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let clock: SettableClock

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { contact: 'us@scores.example' }, clock })
})
afterAll(() => world.close())

const page = async (path: string): Promise<string> => (await fetch(world.http + path)).text()

it('serves texts of our own, readable without JavaScript, with the way to reach the operators', async () => {
  const privacy = await page('/privacy')
  expect(privacy).toContain('<h1>Privacy</h1>')
  expect(privacy).toContain('<title>Privacy · Skillshot</title>')
  expect(privacy).toContain('<a href="mailto:us@scores.example">')
  const safety = await page('/child-safety')
  expect(safety).toContain('<h1>Child safety</h1>')
  expect(safety).toContain('<a href="mailto:us@scores.example">')
})

it('names the report button where the operators give no other contact', async () => {
  const quiet = await createWorld({ config: { contact: null } })
  expect(await (await fetch(`${quiet.http}/child-safety`)).text()).toContain('Press the <strong>Report</strong> button')
  await quiet.close()
})

it('shows a file of the operator instead, follows its changes, and comes back when it is gone', async () => {
  const wire = await Wire.open(world.endpoint)
  await wire.subscribe('policies.text', { name: 'privacy' })
  const title = (): unknown => wire.documents('policies').get('privacy')?.title
  expect(title()).toBe('Privacy')
  const folder = join(world.dataDir, 'policies')
  mkdirSync(folder)
  const file = join(folder, 'privacy.md')
  for (const words of ['House rules', 'Other house rules']) {
    writeFileSync(file, `# ${words}\n\nWe keep <b>scores</b>.\n`)
    clock.set(clock.now() + 5000)
    await wire.until(() => title() === words)
    const html = await page('/privacy')
    expect(html).toContain(`<h1>${words}</h1>`)
    expect(html).toContain('We keep &lt;b&gt;scores&lt;/b&gt;.')
  }
  rmSync(file)
  clock.set(clock.now() + 5000)
  await wire.until(() => title() === 'Privacy')
})
