import { expect, it } from 'vitest'
import { htmlDocument } from '#platform/render/html-document.ts'
import { injectStaleBanner, readPageLocale } from '#platform/render/stale-page.ts'
import type { Locale } from '#platform/text/locales.ts'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { hasStaleBanner, isOfBuild, offlineBannerText, otherLanguageText, readPageTitle, withOfflineBanner } from './offline-banner.ts'

const page = htmlDocument({
  siteName: 'Skillshot',
  address: 'https://site.example',
  path: '/players/ann',
  locale: 'en',
  title: 'Ann & "Bo" <3 · Skillshot',
  description: 'src="/assets/not-a-file.js"',
  html: '<p>It says href="/assets/nothing.js" here.</p>',
  boot: '{}',
  module: 'page',
  assets: {
    versions: { version: '', versionRefreshable: '', versionNonRefreshable: '' },
    start: '/assets/start-1.js',
    script: '/assets/main-1.js',
    styles: ['/assets/style-1.css'],
    preload: ['/assets/font.woff2'],
    modules: new Map([['page', ['/assets/page-1.js']]]),
  },
})
const build = [
  ...['/assets/en/start-1.js', '/assets/en/main-1.js', '/assets/style-1.css', '/assets/font.woff2', '/assets/en/page-1.js'],
  '/assets/en/other-1.js',
]

it('knows a page of its build by all the files that it names, and by no words in it', () => {
  expect(isOfBuild(page, new Set(build))).toBe(true)
  for (const file of build.slice(0, 5)) expect([file, isOfBuild(page, new Set(build.filter(each => each !== file)))]).toEqual([file, false])
  expect(isOfBuild('<html><head></head><body>', new Set(build))).toBe(false)
})

it('reads a page’s title as a person does', () => {
  expect(readPageTitle(page)).toBe('Ann & "Bo" <3')
})

it('marks a page outside of what the browser takes over, once, and as the server marks its own', () => {
  expect(hasStaleBanner(page)).toBe(false)
  expect(hasStaleBanner(injectStaleBanner(page))).toBe(true)
  const marked = withOfflineBanner(page, 'You are offline. It costs $& and $1.')
  expect(hasStaleBanner(marked)).toBe(true)
  expect(marked).toContain('<body>\n<p id="maybe-old" role="status">You are offline. It costs $& and $1.</p>\n<div id="root">')
})

it('says why a page is old, and from when: the time of today, else the day too', () => {
  const at = Date.UTC(2026, 4, 3, 14, 5)
  const text = (now: number) => offlineBannerText('offline', at, now, 'en-GB', 'UTC')
  expect(text(at + 3_600_000)).toBe('You’re offline. This page was saved 14:05.')
  expect(text(at + 36_000_000)).toBe('You’re offline. This page was saved 3 May 2026, 14:05.')
  expect(offlineBannerText('slow', null, at)).toBe('The network is slow. This page may be out of date.')
})

it('says so in the language of the page', () => {
  const at = Date.UTC(2026, 4, 3, 14, 5)
  const text = (lang: string) => {
    setActiveLocale(readPageLocale(page.replace('lang="en"', `lang="${lang}"`)))
    return offlineBannerText('offline', at, at, 'de', 'UTC')
  }
  expect(text('de')).toBe('Du bist offline. Stand dieser Seite: 14:05.')
  expect(text('ar')).toBe('أنت غير متصل. آخر تحديث لهذه الصفحة: 14:05.')
  expect(text('xx')).toBe('You’re offline. This page was saved 14:05.')
})

it('says how to see a page in the language that was chosen since', () => {
  const text = (locale: Locale, chosen: Locale | null) => {
    setActiveLocale(locale)
    return otherLanguageText(locale, chosen)
  }
  expect(text('en', 'de')).toEqual(['Go online to see it in German.'])
  expect(text('de', 'en')).toEqual(['Auf Englisch erscheint sie, wenn du sie online neu lädst.'])
  expect([text('de', 'de'), text('de', null)]).toEqual([[], []])
})
