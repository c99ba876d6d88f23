import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as m from '#messages'
import { overwriteGetLocale } from '#messages/runtime'
import { FakeIfpa } from '../../integration/fakes/ifpa.ts'
import { FakeMatchPlay, matchPlayEvening } from '../../integration/fakes/match-play.ts'
import { FakePinballMap } from '../../integration/fakes/pinball-map.ts'
import { countCalls, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let player: Player
let matchPlay: FakeMatchPlay
let ifpa: FakeIfpa
let pinballMap: FakePinballMap

beforeAll(async () => {
  matchPlay = await new FakeMatchPlay().open()
  ifpa = await new FakeIfpa().open()
  pinballMap = await new FakePinballMap().open()
  ifpa.names.set('123', ['Somebody', 'Else'])
  site = await startSite({
    RATE_LIMITS: 'off',
    MATCH_PLAY_URL: matchPlay.url,
    PINBALL_MAP_URL: pinballMap.url,
    IFPA_URL: ifpa.url,
    IFPA_API_KEY: 'key',
  })
  browser = await openBrowser()
  player = await signUp(site.endpoint, 'kim')
})
afterAll(async () => {
  await player?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await matchPlay?.close()
  await ifpa?.close()
  await pinballMap?.close()
})

/** Says that a machine of a list is Attack from Mars. */
async function choose(page: Page, listed: string): Promise<void> {
  await page.getByRole('combobox', { name: listed }).fill('Attack from')
  await page.getByRole('listbox').getByRole('option').first().click()
}

/** Chooses files with these answers of Match Play. */
async function chooseAnswers(page: Page, answers: readonly (readonly [string, unknown])[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  const files = answers.map(([, answer], i) => {
    const path = join(folder, `${i}.json`)
    writeFileSync(path, JSON.stringify(answer))
    return path
  })
  await page.locator('input[type=file][multiple]').setInputFiles(files)
}

it.each([390, 1280])('at %i px a player imports a table of scores, says what a name is, and undoes it', async width => {
  const viewport = { width, height: 844 }
  const { page, problems } = await openSignedIn(browser, site, 'kim', { viewport, path: '/account' })
  await page.getByRole('link', { name: 'Import scores' }).click()
  const csv = `machine,score,date\nMedieval Madness,1${width}500,2026-03-08\nHomebrew Example,99,2026-03-08\nMedieval Madness,x,`
  await page.getByRole('textbox', { name: 'Table' }).fill(csv)
  expect(await findAccessibilityProblemsInBothThemes(page, 'a table')).toEqual([])
  await page.setViewportSize(viewport)
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  const rows = page.getByRole('list', { name: 'My scores' })
  await rows.getByText("This machine isn't in the catalogue here.").waitFor()
  await rows.getByText('This is no score.').waitFor()
  await choose(page, 'Homebrew Example')
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  await page.getByRole('button', { name: 'Import 2 scores' }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'what would happen')).toEqual([])
  await page.setViewportSize(viewport)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: 'Import 2 scores' }).click()
  await page.getByText('2 scores are on the boards.').waitFor()
  await page.getByRole('button', { name: 'Undo CSV' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('undone').first().waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('asks what would happen once for all chosen machines, whose names stay in the order of the rows', async () => {
  const observed = await openSignedIn(browser, site, 'kim', { path: '/import' })
  const { page, problems } = observed
  const show = page.locator('button:visible', { hasText: 'Show what would happen' })
  const listed = (): Promise<string[]> =>
    page.getByRole('region', { name: 'Which machines are these?' }).getByRole('listitem').allInnerTexts()
  const nameOf = (text: string): string => text.split('\n')[0]!
  await page.getByRole('textbox', { name: 'Table' }).fill('machine,score\nHomebrew A,71\nHomebrew B,72\nHomebrew C,73')
  await show.click()
  await page.getByRole('combobox', { name: 'Homebrew C' }).waitFor()
  for (const name of ['Homebrew B', 'Homebrew A']) await choose(page, name)
  expect(countCalls(observed, 'imports.scores')).toBe(1)
  await show.click()
  await page.getByRole('button', { name: 'Import 2 scores' }).waitFor()
  expect(countCalls(observed, 'imports.scores')).toBe(2)
  expect((await listed()).map(nameOf)).toEqual(['Homebrew A', 'Homebrew B', 'Homebrew C'])
  // What is typed over a choice takes it back, and its field stays.
  await page.getByRole('combobox', { name: 'Homebrew A' }).fill('Attack')
  await show.waitFor()
  expect((await listed()).map(nameOf)).toEqual(['Homebrew A', 'Homebrew B', 'Homebrew C'])
  await page.locator('button:visible', { hasText: 'Back' }).click()
  await page.getByRole('textbox', { name: 'Table' }).fill('machine,score\nHomebrew C,73')
  await show.click()
  await page.getByRole('combobox', { name: 'Homebrew C' }).waitFor()
  expect((await listed()).map(nameOf)).toEqual(['Homebrew C'])
  expect(problems).toEqual([])
  await page.context().close()
})

it('reads a chosen file as Excel writes it, in Windows-1252', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'kim', { path: '/import' })
  const table = 'machine;score\nMedieval Madness (Frühstück);81234560'
  const file = { name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') }
  await page.locator('input[type=file]:not([multiple])').setInputFiles(file)
  await expect.poll(() => page.getByRole('textbox', { name: 'Table' }).inputValue()).toBe(table)
  expect(problems).toEqual([])
  await page.context().close()
})

it('shows the numbers of lines for a table, and not for scores of Pinball Map, whose numbers are those of that site', async () => {
  const [created_at, machine] = ['2026-02-01T00:00:00.000Z', { id: 1, name: 'Medieval Madness', opdb_id: null }]
  pinballMap.highest.set(77_002, [{ id: 4_512_345, score: 81_234_560, created_at, machine }])
  const { page, problems } = await openSignedIn(browser, site, 'kim', { path: '/import' })
  const show = page.locator('button:visible', { hasText: 'Show what would happen' })
  const row = page.getByRole('list', { name: 'My scores' }).getByRole('listitem')
  await page.getByRole('textbox', { name: 'Table' }).fill('machine,score\nMedieval Madness,81234560')
  await show.click()
  await row.getByText('new · Line 2').waitFor()
  await page.locator('button:visible', { hasText: 'Back' }).click()
  await page.locator('label', { has: page.getByRole('radio', { name: 'Pinball Map' }) }).click()
  await page.getByLabel('Address of your profile at pinballmap.com').fill('77002')
  await show.click()
  await row.getByText('81,234,560').waitFor()
  expect(await row.innerText()).not.toContain('Line')
  expect(problems).toEqual([])
  await page.context().close()
})

it('imports people into the group for which they were looked at, also if another one comes first by now', async () => {
  const keeper = await signUp(site.endpoint, 'listkeeper')
  const groupId = v7()
  await keeper.call('groups.add', { _id: groupId, name: 'Silver Balls', visibility: 'private' })
  const { page, problems } = await openSignedIn(browser, site, 'listkeeper', { path: '/import?what=people' })
  await page.getByRole('textbox', { name: 'Table' }).fill('name\nAda')
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  await page.getByText('Into the group Silver Balls').waitFor()
  await keeper.call('groups.add', { _id: v7(), name: 'Aardvarks', visibility: 'private' })
  await page.locator('option', { hasText: 'Aardvarks' }).waitFor({ state: 'attached' })
  await page.getByText('Into the group Silver Balls').waitFor()
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await page.getByText('1 person is on the list.').waitFor()
  expect(await keeper.call('imports.mine', { kind: 'people' })).toMatchObject([{ groupId, added: 1 }])
  expect(problems).toEqual([])
  await keeper.disconnect()
  await page.context().close()
})

it('says that one of several files is too large, and takes the address once the files are put away', async () => {
  const director = await signUp(site.endpoint, 'chooser')
  await director.call('groups.add', { _id: v7(), name: 'Choosers', visibility: 'private' })
  const arenas = ['Medieval Madness', 'Attack from Mars'].map(name => ({ name, opdbId: null }))
  for (const [path, answer] of matchPlayEvening(630_001, arenas)) matchPlay.answers.set(path, answer)
  const { page, problems } = await openSignedIn(browser, site, 'chooser', { path: '/import?what=event' })
  await chooseAnswers(page, [
    ['large', 'x'.repeat(5_000_001)],
    ['small', {}],
  ])
  await page.getByText('1.json', { exact: true }).waitFor()
  await page.getByText("This file is too large, or can't be read.").waitFor()
  await page.getByLabel('Address of the event').fill('630001')
  await page.getByLabel('Your API token').fill(matchPlay.token)
  await page.getByRole('button', { name: 'Remove 1.json' }).click()
  await page.getByText('1.json', { exact: true }).waitFor({ state: 'detached' })
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  await page.getByRole('heading', { name: 'Cellar Night #4' }).waitFor()
  await page.getByText('Into the group Choosers').waitFor()
  expect(problems).toEqual([])
  await director.disconnect()
  await page.context().close()
})

it.each([390, 1280])(
  'at %i px an owner of a group imports an event by its address and from saved answers, and people from a table',
  async width => {
    const viewport = { width, height: 844 }
    const arenas = ['Medieval Madness', 'Homebrew Example'].map(name => ({ name, opdbId: null }))
    const saved = matchPlayEvening(500_000 + width, arenas)
    for (const [path, answer] of matchPlayEvening(width, arenas)) matchPlay.answers.set(path, answer)
    const owner = `owner${width}`
    const ownerPlayer = await signUp(site.endpoint, owner)
    const { page, problems } = await openSignedIn(browser, site, owner, { viewport, path: '/groups/new' })
    await page.getByLabel('Name', { exact: true }).fill(`Club ${width}`)
    await page.getByRole('button', { name: 'Create group' }).click()
    await page.getByRole('heading', { name: `Club ${width}` }).waitFor()
    await page.getByRole('link', { name: 'Import a list' }).click()
    await page.getByRole('textbox', { name: 'Table' }).fill('name;ifpa\nAda;123\nBen;')
    await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
    await page.getByRole('button', { name: 'Check the numbers at the IFPA' }).click()
    await page.getByText('At the IFPA, 123 is Somebody Else.').waitFor()
    await page.getByRole('button', { name: 'Import 2 people' }).click()
    await page.getByText('2 people are on the list.').waitFor()

    await page.getByRole('radio', { name: 'An event' }).check()
    await page.getByLabel('Address of the event').fill(`https://app.matchplay.events/tournaments/${width}`)
    await page.getByLabel('Your API token').fill(matchPlay.token)
    expect(await findAccessibilityProblemsInBothThemes(page, 'an event')).toEqual([])
    await page.setViewportSize(viewport)
    await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
    await page.getByText('All 4 places are the same here and there.').waitFor()
    await page.getByRole('combobox', { name: 'Homebrew Example' }).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'what the event is')).toEqual([])
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Import the event' }).click()
    await page.getByText('The event is here.').waitFor()

    await chooseAnswers(page, saved.slice(1))
    await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
    await page.getByText('These files hold no event of Match Play.').waitFor()
    await chooseAnswers(page, saved)
    await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
    await page.getByRole('button', { name: 'Import the event' }).click()
    await page.getByRole('link', { name: 'Open the event' }).click()
    await page.getByRole('heading', { name: 'Cellar Night #4' }).waitFor()
    await page.getByText('Cleo').first().waitFor()
    expect(problems).toEqual([])
    await ownerPlayer.disconnect()
    await page.context().close()
  },
)

/** The texts of the page in a language, by which its parts are found. */
function textsIn(locale: 'de' | 'ar') {
  overwriteGetLocale(() => locale)
  const texts = {
    table: m.imports_table(),
    look: m.imports_look(),
    line3: m.imports_row({ line: '3' }),
    date: m.imports_problem_bad_date(),
    wrong: m.rule_csv_people(),
    number: m.imports_problem_bad_number(),
    event: m.imports_event(),
    answers: m.imports_answers(),
    differences: m.imports_differences(),
  }
  overwriteGetLocale(() => 'en')
  return texts
}

it.each([
  ['de', 'de-DE'],
  ['ar', 'ar-EG'],
] as const)(
  'says in the reader’s language what becomes of each row, fits every screen and is accessible (%s)',
  async (locale, language) => {
    const texts = textsIn(locale)
    const groupId = v7()
    await player.call('groups.add', { _id: groupId, name: `Club ${locale}`, visibility: 'private' })
    // Signing in once in English is enough for every language.
    await (await openSignedIn(browser, site, 'kim')).page.context().close()
    const { page, problems } = await openSignedIn(browser, site, 'kim', { locale: language, path: '/import' })
    const found: string[] = []
    const check = async (what: string): Promise<void> => {
      found.push(...(await findOverflowingWidths(page)).map(width => `${what}: wider than ${width} px`))
      found.push(...(await findAccessibilityProblemsInBothThemes(page, what)))
    }
    const look = async (table: string): Promise<void> => {
      await page.getByRole('textbox', { name: texts.table }).fill(table)
      await page.locator('button:visible', { hasText: texts.look }).click()
    }
    await look('machine;score;date\nMedieval Madness;52 340 120;8.3.2026\nAttack from Mars;1.234.567;3/8/2026\nHomebrew;99;')
    // What is shown in place of the form has the focus.
    await page.locator(':focus').getByText(`${texts.line3} · ${texts.date}`).waitFor()
    await page.getByRole('combobox', { name: 'Homebrew' }).waitFor()
    await check('scores')

    await page.goto(`${site.url}/import?what=people&group=${groupId}`)
    await look('first name;ifpa\nAda;123')
    await page.getByText(texts.wrong).waitFor()
    await look('name;ifpa\nAda;123\nBen;1234567')
    await page.getByText(`${texts.line3} · ${texts.number}`).waitFor()
    await check('people')

    await page.locator('label', { has: page.getByRole('radio', { name: texts.event, exact: true }) }).click()
    await page.getByRole('button', { name: texts.answers }).waitFor()
    await check('an event')
    const arenas = ['Medieval Madness', 'Homebrew Example'].map(name => ({ name, opdbId: null }))
    const answers = matchPlayEvening(locale === 'de' ? 610_001 : 610_002, arenas)
    const standings = (answers.at(-1)![1] as { position: number }[]).map(({ position, ...row }) => ({ ...row, position: 5 - position }))
    await chooseAnswers(page, [...answers.slice(0, -1), ['standings', standings]])
    await page.locator('button:visible', { hasText: texts.look }).click()
    await page.getByRole('heading', { name: texts.differences }).waitFor()
    await check('what the event is')
    expect(found).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  },
)

it('shows of an event of scores what is left out, which names are written otherwise, and how the standings compare once a machine is chosen', async () => {
  const director = await signUp(site.endpoint, 'scorer')
  await director.call('groups.add', { _id: v7(), name: 'Scorers', visibility: 'private' })
  const { page, problems } = await openSignedIn(browser, site, 'scorer', { path: '/import?what=event' })
  const [id, arenas] = [620_001, ['Medieval Madness', 'Homebrew Example'].map(name => ({ name, opdbId: null }))]
  const [[, tournament] = ['', {}]] = matchPlayEvening(id, arenas)
  const { data } = tournament as { data: { players: object[] } }
  const scored = { ...data, type: 'best_game', bestGameScoring: 'bg_papa', players: [{ ...data.players[0], name: 'Аdа' }, data.players[1]] }
  const score = (playerId: number, arenaId: number, value: number): object => ({
    ...{
      singlePlayerGameId: playerId,
      tournamentId: id,
      playerId,
      arenaId,
      status: 'completed',
      score: value,
      updatedAt: '2026-03-08T20:00:00Z',
    },
  })
  await chooseAnswers(page, [
    ['tournament', { data: scored }],
    ['scores', { data: [score(71, 31, 900), score(72, 32, 800)] }],
    ['standings', [71, 72].map(playerId => ({ playerId, position: 1, points: 100 }))],
  ])
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  await page.getByText('2 players · 1 score', { exact: true }).waitFor()
  await page.getByText('Leave empty to leave its scores out.').waitFor()
  await page.getByText("Scores on machines that aren't known here are left out.").waitFor()
  await page.getByText('Аdа is Ada here.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'an event of scores')).toEqual([])
  await choose(page, 'Homebrew Example')
  await page.getByText('2 players · 2 scores', { exact: true }).waitFor()
  await page.getByText('All 2 places are the same here and there.').waitFor()
  expect(problems).toEqual([])
  await director.disconnect()
  await page.context().close()
})
