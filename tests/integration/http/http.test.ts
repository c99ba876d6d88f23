import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

it('answers a form that was sent before its script had come with the page again, and nothing of what was typed', async () => {
  const body = new URLSearchParams({ name: 'ada', password: 'secret words' })
  const answer = await fetch(`${testApp.http}/sign-in`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in'])
})

it('has the operator’s links in the footer of every layout, and none where there are none', async () => {
  const socialLinks = [
    { text: 'Mastodon', href: 'https://pinball.example/@club' },
    { text: 'Our <forum>', href: 'https://forum.example/?a=1&b=2' },
  ]
  const site = await createTestApp({ config: { socialLinks } })
  const footer = async (from: TestApp, path: string): Promise<string> =>
    /<footer.*<\/footer>/s.exec(await (await fetch(from.http + path)).text())![0]
  for (const path of ['/', '/machines', '/privacy', '/sign-in', '/nowhere']) {
    const html = await footer(site, path)
    expect(html, path).toContain('<a href="https://pinball.example/@club" rel="me noopener">Mastodon</a>')
    expect(html, path).toContain('<a href="https://forum.example/?a=1&amp;b=2" rel="me noopener">Our &lt;forum&gt;</a>')
    expect(await footer(testApp, path), path).not.toContain('noopener')
  }
  const { settings } = (await (await fetch(`${site.http}/.well-known/skillshot`)).json()) as { settings: unknown }
  expect(settings).toEqual({ social: socialLinks, noMail: { contact: null } })
  await site.close()
})

it('gives forms with passwords no way to be sent without their script', async () => {
  for (const path of ['/sign-in', '/sign-up']) expect(await (await fetch(testApp.http + path)).text(), path).toContain('method="dialog"')
})

it('[X2] does not lead elsewhere, whatever the path', async () => {
  for (const path of ['//evil.example/x', '/%5cevil.example', '/x?next=//evil.example']) {
    const { headers } = await fetch(`${testApp.http}${path}`, { method: 'POST', redirect: 'manual' })
    expect(new URL(headers.get('location')!, testApp.http).origin, path).toBe(new URL(testApp.http).origin)
  }
})

it('sends a page in the language that its reader chose, else in one that the browser asks for, and remembers it for each', async () => {
  const page = async (headers: Record<string, string>): Promise<string[]> => {
    const answer = await fetch(`${testApp.http}/machines`, { headers })
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
    const [, lang, dir] = /<html lang="(\w+)" dir="(\w+)">/.exec(await answer.text())!
    return [answer.headers.get('content-language')!, lang!, dir!]
  }
  for (const _ of ['made', 'remembered']) {
    expect(await page({})).toEqual(['en', 'en', 'ltr'])
    expect(await page({ 'accept-language': 'de-AT, en;q=0.5' })).toEqual(['de', 'de', 'ltr'])
    expect(await page({ 'accept-language': 'de', cookie: 'locale=ar' })).toEqual(['ar', 'ar', 'rtl'])
  }
})
