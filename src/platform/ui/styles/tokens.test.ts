import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The hex colours of the nth `:root` block: 0 is the dark scheme, 1 the light one. */
function colours(block: number): Record<string, string> {
  const body = css.split(':root')[block + 1]?.split('}')[0] ?? ''
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(m => [m[1], m[2]]))
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(i => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [x, y] = [luminance(a ?? ''), luminance(b ?? '')]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

describe.each([
  ['dark', 0],
  ['light', 1],
] as const)('%s', (_, block) => {
  const c = colours(block)
  const grounds = ['bg', 'surface', 'raised', 'sunken'] as const

  test.each(grounds)('on %s: scores AAA, words AA, edges of controls 3 to 1', ground => {
    expect(contrast(c.score, c[ground])).toBeGreaterThanOrEqual(7)
    for (const ink of ['text', 'muted', 'accent-text', 'gain', 'tilt']) expect(contrast(c[ink], c[ground]), ink).toBeGreaterThanOrEqual(4.5)
    for (const line of ['line-strong', 'focus']) expect(contrast(c[line], c[ground]), line).toBeGreaterThanOrEqual(3)
  })

  test('on tinted grounds', () => {
    expect(contrast(c['on-accent'], c.accent)).toBeGreaterThanOrEqual(7)
    expect(contrast(c.score, c['accent-soft'])).toBeGreaterThanOrEqual(7)
    for (const [ink, ground] of [
      ['accent-text', 'accent-soft'],
      ['muted', 'accent-soft'],
      ['gain', 'gain-soft'],
      ['tilt', 'tilt-soft'],
    ] as const) {
      expect(contrast(c[ink], c[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})
