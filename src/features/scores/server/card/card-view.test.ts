import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawCard } from '#platform/images/share-card.ts'
import { cardInk, cardMedals } from '#platform/images/share-card-colours.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { MAX_VALUE } from '#scores/rules.ts'
import { avatars, palettes } from './card-colours.ts'
import { type CardFacts, CardView } from './card-view.tsx'

const ADA: CardFacts = {
  siteName: 'Skillshot',
  displayName: 'Ada Moreau',
  username: 'ada',
  machineName: 'Medieval Madness',
  machineFacts: { year: 1997, type: 'ss', display: 'dmd' },
  value: 128_450_330,
  day: new Date('2026-11-21T12:00:00Z'),
  status: 'unverified',
  rank: { rank: 3, players: 41 },
  isRecord: false,
}

let photo: Buffer
const draw = (facts: Partial<CardFacts> = {}, pictures: { score?: Buffer; avatar?: Buffer } = {}): Promise<Buffer> =>
  drawCard(CardView({ facts: { ...ADA, ...facts }, pictures: { score: null, avatar: null, logo: null, ...pictures } }))

/** The brightness of the brightest pixel in a part of the card: 0 to 255. */
async function brightest(png: Buffer, left: number, width: number, top: number, height: number): Promise<number> {
  const part = await sharp(png).extract({ left, top, width, height }).greyscale().raw().toBuffer()
  return part.reduce((most, each) => Math.max(most, each), 0)
}

beforeAll(async () => {
  photo = await sharp({ create: { width: 640, height: 853, channels: 3, background: '#fdfdf6' } })
    .jpeg()
    .toBuffer()
})

describe('a score’s card', () => {
  it.each<[what: string, facts: Partial<CardFacts>]>([
    ['markup for names', { displayName: '<script>alert(1)</script>', machineName: '"><img src=x onerror=alert(1)>' }],
    ['quotes', { displayName: `Ada "the 'Flipper'" O’Neil`, machineName: 'Señor & Frères' }],
    ['names without an end', { displayName: 'W'.repeat(60), machineName: 'The '.repeat(30) }],
    ['one place of very many', { rank: { rank: 1_234_567, players: 2_345_678 }, displayName: 'M'.repeat(60), status: 'disputed' }],
    ['the smallest value', { value: 1, machineFacts: { type: 'me' } }],
    ['no year, no display', { machineFacts: {}, rank: null }],
  ])('is drawn with %s', async (_, facts) => {
    const png = await draw(facts)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.equals(await draw())).toBe(false)
    // Nothing is drawn in the margins.
    expect(await brightest(png, 1150, 50, 480, 150)).toBeLessThan(60)
    expect(await brightest(png, 0, 50, 0, 630)).toBeLessThan(60)
  })

  it('fits the largest value, also in front of a bright picture', async () => {
    const png = await draw({ value: MAX_VALUE }, { score: photo })
    expect(await brightest(png, 1000, 144, 380, 100)).toBeGreaterThan(240)
    expect(await brightest(png, 1146, 54, 380, 100)).toBeLessThan(120)
  })

  it('shows the picture, and the player’s', async () => {
    const [none, score, avatar] = await Promise.all([draw(), draw({}, { score: photo }), draw({}, { avatar: photo })])
    expect(await brightest(score, 1100, 50, 20, 50)).toBeGreaterThan(240)
    expect(await brightest(none, 1100, 50, 20, 50)).toBeLessThan(200)
    expect(await brightest(avatar, 100, 10, 500, 10)).toBeGreaterThan(240)
    expect(await brightest(none, 100, 10, 500, 10)).toBeLessThan(120)
  })

  it('differs by rank, status and day', async () => {
    const others: Partial<CardFacts>[] = [
      { rank: { rank: 1, players: 41 } },
      { rank: { rank: 3, players: 42 } },
      { rank: null },
      { isRecord: true },
      { status: 'verified' },
      { status: 'disputed' },
      { status: 'rejected' },
      { day: new Date('2026-11-22T12:00:00Z') },
      { machineFacts: { year: 1965, type: 'em', display: 'reels' } },
    ]
    const pngs = await Promise.all([{}, ...others].map(facts => draw(facts)))
    expect(new Set(pngs.map(png => png.toString('base64'))).size).toBe(others.length + 1)
  })
})

describe('in Arabic', () => {
  const drawArabic = (facts: Partial<CardFacts> = {}): Promise<Buffer> =>
    drawCard(inLocale('ar', () => CardView({ facts: { ...ADA, ...facts }, pictures: { score: null, avatar: null, logo: null } })))

  it('everything begins at the right, with the picture at the left', async () => {
    const [arabic, english] = [await drawArabic(), await draw()]
    // the machine's name, the start of the value, the player
    for (const [top, height] of [
      [250, 60],
      [340, 100],
      [500, 90],
    ] as const) {
      expect(await brightest(arabic, 1060, 84, top, height)).toBeGreaterThan(150)
      expect(await brightest(english, 56, 84, top, height)).toBeGreaterThan(150)
    }
    // the letters on the backglass
    expect(await brightest(arabic, 150, 250, 80, 140)).toBeGreaterThan(240)
    expect(await brightest(arabic, 650, 250, 80, 140)).toBeLessThan(60)
  })

  it('a name in Arabic letters is drawn, in each language', async () => {
    for (const each of [draw, drawArabic]) {
      const named = await each({ displayName: 'محمد علي', username: 'ada' })
      expect(named.equals(await each({ displayName: 'ada', username: 'ada' }))).toBe(false)
      expect(named.equals(await each({ displayName: 'علي محمد', username: 'ada' }))).toBe(false)
    }
  })
})

describe('a name that the font cannot draw', () => {
  it.each(['山田太郎', 'สมชาย Levi', '🎱🔥'])('%s is replaced by the user name', async displayName => {
    expect((await draw({ displayName })).equals(await draw({ displayName: 'ada' }))).toBe(true)
  })

  it('is replaced by "A player" if the user name cannot be drawn either', async () => {
    expect((await draw({ displayName: '山田', username: '太郎' })).equals(await draw({ displayName: 'A player' }))).toBe(true)
  })

  it('loses its emoji and invisible characters', async () => {
    expect((await draw({ displayName: '🔥 Ada\u202e Moreau 🎱' })).equals(await draw())).toBe(true)
  })

  it('of a machine is left out, and so are its letters', async () => {
    const png = await draw({ machineName: '北斗の拳' })
    expect(await brightest(png, 56, 500, 200, 100)).toBeLessThan(60)
  })
})

describe('the colours are those of the pages', () => {
  const css = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

  it('in the dark theme', () => {
    const dark = css('platform/ui/styles/tokens.css').split(':root')[1]!
    for (const [name, colour] of Object.entries(cardInk))
      expect(dark, name).toContain(`--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}: ${colour};`)
  })

  it('on medals, behind initials, on backglasses', () => {
    const badge = css('features/players/ui/RankBadge.module.css')
    for (const tone of ['first', 'second', 'third'] as const)
      expect(badge).toMatch(new RegExp(`^\\.${tone} \\.shape \\{\\s+fill: ${cardMedals[tone]};`, 'm'))
    expect(badge).toContain(`color: ${cardMedals.onMedal};`)
    const avatar = css('platform/ui/pictures/Avatar.module.css')
    for (const [i, colour] of avatars.entries()) expect(avatar).toMatch(new RegExp(`^\\.c${i} \\{\\s+background: ${colour};`, 'm'))
    const thumb = css('features/machines/ui/MachineThumb.module.css')
    for (const [i, palette] of palettes.entries()) {
      const block = thumb.split(`.p${i} {`)[1]!.split('}')[0]!
      for (const [name, colour] of Object.entries(palette)) expect(block).toContain(`--${name}: ${colour};`)
    }
  })
})
