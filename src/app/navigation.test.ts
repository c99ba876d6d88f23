import { beforeAll, expect, it } from 'vitest'
import type { SubscriptionRequest } from '#platform/live/route.ts'
import { type BrowserHistory, Navigation, type ScrollTarget } from './navigation.ts'
import { pageRoutes } from './route-table.tsx'

beforeAll(async () => void (await Promise.all(pageRoutes.map(route => route.load()))))

/** Creates a navigation with a fake history. The data of a page arrives when the test calls `come`. */
function scene(first: string, { isFrame = false } = {}) {
  const steps = [first]
  let at = 0
  const backs: (() => void)[] = []
  const arrivals: ScrollTarget[] = []
  const waiting: { wanted: string[]; come(): void }[] = []
  const place: BrowserHistory = {
    get href() {
      return steps[at]!
    },
    go(href, isReplacing) {
      if (href !== steps[at]) steps.splice(isReplacing ? at : ++at, steps.length, href)
    },
    onBack: listener => void backs.push(listener),
    scrollTo: how => void arrivals.push(how),
  }
  const prepare = (wanted: SubscriptionRequest[]): Promise<void> =>
    new Promise(resolve => void waiting.push({ wanted: wanted.map(({ name }) => name), come: () => resolve() }))
  const navigation = new Navigation(place, prepare, { isFrame })
  const shown: string[] = []
  navigation.listen(() => {
    shown.push(navigation.shown.matched?.url ?? 'nothing')
    navigation.onRendered(navigation.shown)
  })
  const step = (by: number): void => {
    at += by
    for (const back of backs) back()
  }
  return { navigation, place, waiting, shown, arrivals, step }
}

it('shows a page when its data has had time to come, and moves the address at once', async () => {
  const { navigation, place, waiting, shown, arrivals } = scene('/')
  expect(navigation.shown.matched?.url).toBe('/')
  const going = navigation.go('/machines/afm?window=week&utm=x')
  expect([place.href, shown]).toEqual(['/machines/afm?window=week&utm=x', []])
  await expect.poll(() => waiting.length).toBe(1)
  expect(waiting[0]!.wanted).toEqual(['machines.one', 'boards.top', 'boards.top'])
  waiting[0]!.come()
  await going
  expect([shown, arrivals]).toEqual([['/machines/afm?window=week'], ['top']])
  expect(navigation.shown.matched!.at).toEqual({ params: { machineId: 'afm' }, query: { window: 'week' } })
})

it('shows the page of the last navigation, whichever page is ready first', async () => {
  const { navigation, waiting, shown } = scene('/')
  const [slow, quick] = [navigation.go('/players/ann'), navigation.go('/players/bob')]
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.come()
  await quick
  waiting[0]!.come()
  await slow
  expect(shown).toEqual(['/players/bob'])
})

it('goes back to where the reader was, and stays where a choice changes a part of the page', async () => {
  const { navigation, waiting, shown, arrivals, step } = scene('/machines/afm')
  const going = navigation.go('/machines/afm?window=day', 'stay')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.come()
  await going
  step(-1)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.come()
  await expect.poll(() => shown.length).toBe(2)
  expect([shown, arrivals]).toEqual([
    ['/machines/afm?window=day', '/machines/afm'],
    ['stay', 'back'],
  ])
})

it('takes a page out of the history where it is replaced, and shows the next one from its top', async () => {
  const { navigation, place, waiting, shown, arrivals, step } = scene('/machines/afm')
  const go = async (navigate: () => unknown): Promise<void> => {
    const before = waiting.length
    navigate()
    await expect.poll(() => waiting.length).toBe(before + 1)
    waiting.at(-1)!.come()
    await expect.poll(() => shown.length).toBe(before + 1)
  }
  await go(() => navigation.go('/sign-in'))
  await go(() => navigation.go('/players/ann', 'replace'))
  expect([place.href, arrivals]).toEqual(['/players/ann', ['top', 'top']])
  await go(() => step(-1))
  expect(shown).toEqual(['/sign-in', '/players/ann', '/machines/afm'])
})

it('leaves a fragment of the same page to the browser, and asks for nothing', async () => {
  const { navigation, waiting, shown, arrivals, place, step } = scene('/machines/afm')
  place.go('/machines/afm#main', false)
  step(0)
  step(-1)
  expect([waiting, shown, arrivals]).toEqual([[], [], ['stay', 'stay']])
  expect(navigation.shown.matched?.url).toBe('/machines/afm')
})

it('shows the not-found page where there is no page', async () => {
  const { navigation, shown } = scene('/')
  await navigation.go('/nowhere')
  expect([shown, navigation.shown.matched]).toEqual([['nothing'], null])
})

it('begins as a frame where only some users may see the page, without asking for its data first', async () => {
  for (const first of ['/admin/users', '/events/e/edit']) {
    const { navigation, waiting } = scene(first)
    expect(navigation.shown.isPrivate).toBe(true)
    await navigation.load()
    expect(waiting).toEqual([])
  }
})

it('is a frame around the page that the server could not show, as long as the user stays on it', async () => {
  const { navigation, waiting } = scene('/groups/g', { isFrame: true })
  const go = async (href: string): Promise<boolean> => {
    const before = waiting.length
    const going = navigation.go(href)
    await expect.poll(() => waiting.length).toBe(before + 1)
    waiting.at(-1)!.come()
    await going
    return navigation.shown.isPrivate
  }
  expect(navigation.shown.isPrivate).toBe(true)
  expect(await go('/groups/g?window=week')).toBe(true)
  expect(await go('/machines/m')).toBe(false)
  expect(await go('/groups/g')).toBe(false)
  expect(scene('/groups/g').navigation.shown.isPrivate).toBe(false)
})
