import { expect, it } from 'vitest'
import { ResultSet } from '#ddp/server/result-set.ts'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { BROWSER, CLIENT_VERSIONS } from '../contract.ts'
import { AutoUpdate } from './auto-update.ts'

type Build = { script: string; style: string }

const versionsOf = ({ script, style }: Build) => ({
  version: script + style,
  versionNonRefreshable: script,
  versionRefreshable: style,
  assets: [{ url: `/assets/${style}.css` }],
})
const SAME: Build = { script: 'js1', style: 'css1' }

/** A tab that opens one page after the other, and a server that serves `build`. */
async function tab({ storage = new Map<string, string>() as Map<string, string> | null } = {}) {
  const { server, clock, player, settle } = createDdpHarness()
  const set = new ResultSet()
  const state = { refuse: false, busy: false, come: true }
  const log: string[] = []
  let subscriptions = 0
  server.publish(CLIENT_VERSIONS, () => {
    subscriptions++
    if (state.refuse) throw new DdpError(503, 'Not now')
    return set
  })
  const serve = async (build: Build): Promise<void> => {
    set.put(CLIENT_VERSIONS, BROWSER, versionsOf(build))
    await settle()
  }
  /** Opens a page of a build. */
  const open = async (own: Build) => {
    const { client } = player()
    const update = new AutoUpdate({
      client,
      clock,
      random: () => 0.5,
      ownVersion: versionsOf(own),
      isBusy: () => state.busy,
      swapStylesheets: async urls => {
        log.push(`swap ${urls}`)
        return state.come
      },
      reload: () => {
        client.disconnect()
        log.push('reload')
      },
      showOffer: offer => log.at(-1) !== `tell ${offer}` && log.push(`tell ${offer}`),
      storage: () => {
        if (storage === null) throw new Error('refused')
        return { getItem: key => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) }
      },
    })
    update.start()
    client.connect()
    await settle()
    return update
  }
  const pass = async (ms: number): Promise<void> => {
    // In steps, so that both ends receive each other's messages.
    for (let left = ms; left > 0; left -= 5000) {
      clock.advance(Math.min(left, 5000))
      await settle()
    }
  }
  await serve(SAME)
  return { state, log, open, serve, pass, asked: () => subscriptions }
}

it('does nothing if the page has the build that is served', async () => {
  const { log, open } = await tab()
  await open(SAME)
  expect(log).toEqual(['tell null'])
})

it('swaps stylesheets if only they differ, and again after the next change', async () => {
  const { log, open, serve } = await tab()
  await open(SAME)
  await serve({ ...SAME, style: 'css2' })
  await serve({ ...SAME, style: 'css3' })
  expect(log.filter(said => said !== 'tell null')).toEqual(['swap /assets/css2.css', 'swap /assets/css3.css'])
})

it('retries stylesheets that could not be loaded after 30 s', async () => {
  const { state, log, open, serve, pass } = await tab()
  await open(SAME)
  state.come = false
  await serve({ ...SAME, style: 'css2' })
  state.come = true
  await pass(29_999)
  expect(log.filter(said => said.startsWith('swap'))).toHaveLength(1)
  await pass(1)
  await pass(600_000)
  expect(log.filter(said => said.startsWith('swap'))).toHaveLength(2)
})

it('reloads the page for another script, whether or not stylesheets differ', async () => {
  const { log, open, serve } = await tab()
  await open(SAME)
  await serve({ script: 'js2', style: 'css2' })
  expect(log).toEqual(['tell null', 'reload'])
})

it('waits while the page is busy, shows a notice, and then reloads by itself', async () => {
  const { state, log, open, serve, pass } = await tab()
  await open(SAME)
  state.busy = true
  await serve({ ...SAME, script: 'js2' })
  await pass(60_000)
  expect(log).toEqual(['tell null', 'tell waiting'])
  state.busy = false
  await pass(1000)
  expect(log).toEqual(['tell null', 'tell waiting', 'reload'])
})

it("withdraws the offer when the page's own build is served again", async () => {
  const { state, log, open, serve, pass } = await tab()
  await open(SAME)
  state.busy = true
  await serve({ ...SAME, script: 'js2' })
  await serve(SAME)
  state.busy = false
  await pass(60_000)
  expect(log).toEqual(['tell null', 'tell waiting', 'tell null'])
})

it('reloads once for a version, and after that only offers a reload', async () => {
  const { log, open, serve, pass } = await tab()
  await serve({ ...SAME, script: 'js2' })
  for (let times = 0; times < 3; times++) {
    await open(SAME)
    await pass(600_000)
  }
  expect(log).toEqual(['reload', 'tell offered'])
})

it('does not reload back and forth between nodes with two builds', async () => {
  const { log, open, serve } = await tab()
  for (let times = 0; times < 4; times++) {
    await serve({ ...SAME, script: 'js2' })
    await open(SAME)
    await serve(SAME)
    await open({ ...SAME, script: 'js2' })
  }
  expect(log.filter(said => said === 'reload')).toHaveLength(2)
})

it('only offers a reload if nothing can be stored', async () => {
  const { log, open, serve } = await tab({ storage: null })
  const update = await open(SAME)
  await serve({ ...SAME, script: 'js2' })
  expect(log).toEqual(['tell null', 'tell offered'])
  update.reload()
  expect(log.at(-1)).toBe('reload')
})

it('subscribes again 30 s after an error, then with growing delays up to five minutes', async () => {
  const { state, open, pass, asked: subscriptions } = await tab()
  state.refuse = true
  await open(SAME)
  for (const [tries, pause] of [30_000, 66_000, 145_200, 300_000, 300_000].entries()) {
    await pass(pause - 1)
    expect(subscriptions()).toBe(tries + 1)
    await pass(1.001)
    expect(subscriptions()).toBe(tries + 2)
  }
})
