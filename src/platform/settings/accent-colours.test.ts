import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentColours, accentStylesheet, BACKGROUND_COLOURS, contrastOf } from './accent-colours.ts'

const tokens = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')
const colour = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

it('the contrast of black and white is 21, and of a colour with itself 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffb02e', '#ffb02e')).toBe(1)
})

describe.each(['dark', 'light'] as const)('in the %s scheme', scheme => {
  const { bg, surface, raised, sunken } = BACKGROUND_COLOURS[scheme]
  const block = tokens.split(':root')[scheme === 'dark' ? 1 : 2]!.split('}')[0]!
  const token = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)![1]!

  it('the grounds are those of the style sheet', () => {
    for (const [name, value] of Object.entries({ bg, surface, raised, sunken })) expect(token(name), name).toBe(value)
  })

  it('any accent colour gives legible text, on it and beside it, and controls that can be seen', () => {
    fc.assert(
      fc.property(colour, accent => {
        const made = accentColours(accent, scheme)
        expect(contrastOf(made['on-accent']!, made.accent!), accent).toBeGreaterThanOrEqual(4.5)
        for (const ground of [bg, surface, raised, sunken]) {
          expect(contrastOf(made.accent!, ground), accent).toBeGreaterThanOrEqual(3)
          expect(contrastOf(made['accent-text']!, ground), accent).toBeGreaterThanOrEqual(4.5)
          expect(contrastOf(made.focus!, ground), accent).toBeGreaterThanOrEqual(3)
        }
        expect(contrastOf(made['accent-text']!, made['accent-soft']!), accent).toBeGreaterThanOrEqual(4.5)
        for (const ink of ['score', 'muted'])
          expect(contrastOf(token(ink), made['accent-soft']!), `${ink} ${accent}`).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

it('a colour that is legible already stays as it was chosen', () => {
  expect(accentColours('#ffb02e', 'dark').accent).toBe('#ffb02e')
  expect(accentColours('#0b5fa5', 'light').accent).toBe('#0b5fa5')
  expect(accentStylesheet('#0b5fa5')).toContain('@media (prefers-color-scheme:light){:root{--accent:#0b5fa5;')
})
