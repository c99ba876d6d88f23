import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The custom properties of the first rule after a selector. */
function colours(css: string, selector: string): Map<string, string> {
  const from = css.indexOf(selector)
  expect(from).toBeGreaterThanOrEqual(0)
  const body = css.slice(css.indexOf('{', from + selector.length - 1) + 1, css.indexOf('}', from))
  return new Map([...body.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name!, value!]))
}

it('has the colours of the site, in both schemes', () => {
  const tokens = read('../../../../platform/ui/styles/tokens.css')
  const frame = read('./frame.css')
  const site = { dark: colours(tokens, ':root {'), light: colours(tokens.slice(tokens.indexOf('prefers-color-scheme: light')), ':root {') }
  for (const [scheme, selector] of [
    ['dark', ':root {'],
    ['light', ':root[data-theme="light"] {'],
    ['light', ':root[data-theme="auto"] {'],
  ] as const) {
    const own = colours(frame, selector)
    expect(own.size).toBeGreaterThan(9)
    for (const [name, value] of own) expect([selector, name, value]).toEqual([selector, name, site[scheme].get(name)])
  }
})
