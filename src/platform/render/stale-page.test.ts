import { expect, it } from 'vitest'
import { htmlDocument, noAssets } from './html-document.ts'
import { injectStaleBanner } from './stale-page.ts'

it('says above a page that it may be old, and changes nothing else of it', () => {
  const page = htmlDocument({
    title: 'A page',
    description: 'of words',
    siteName: 'Skillshot',
    address: 'https://scores.example',
    path: '/',
    locale: 'en',
    html: '<main>$& words</main>',
    boot: null,
    module: null,
    assets: { ...noAssets, script: '/a.js' },
  })
  const [before, after] = injectStaleBanner(page).split(/<p id="maybe-old" role="status">.*may be out of date\.<\/p>\n/)
  expect(`${before}${after}`).toBe(page)
  expect(after).toMatch(/^<div id="root">/)
})
